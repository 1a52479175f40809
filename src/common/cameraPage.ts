/** The one page of the portal whose document may use the camera: it reads codes to be paid. */
export const CAMERA_PAGE = "/qr-code";

/** That page with the camera on, and with one's own code first. */
export const SCAN_AT_ONCE = `${CAMERA_PAGE}?scan`;
export const MY_CODE_FIRST = `${CAMERA_PAGE}?mine`;
