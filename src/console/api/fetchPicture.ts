import type { CallParts } from "#client/attempt.ts";
import type { Endpoint, Failure } from "#contract/endpoint.ts";
import { fetchFile } from "./call.ts";

/** Fetches a picture as an address that an image can show; it is in the memory of the page only. */
export async function fetchPicture<E extends Endpoint>(
  endpoint: E,
  parts: CallParts<E>,
): Promise<{ url: string } | { failure: Failure }> {
  const answer = await fetchFile(endpoint, parts);
  return "failure" in answer ? answer : { url: await dataUrl(answer.file) };
}

/** The page's policy lets images come from its own address and from data, nowhere else. */
async function dataUrl(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `data:${file.type};base64,${btoa(letters)}`;
}
