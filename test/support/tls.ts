/** Key and certificate of local servers in tests; the certificate is its own authority. */
export const TEST_TLS = {
  key: "test/support/tls/test-only.key.pem",
  cert: "test/support/tls/test-only.cert.pem",
};
