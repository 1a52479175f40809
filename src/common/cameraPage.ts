/** The one page of the portal whose document may use the camera: it reads codes to be paid. */
export const CAMERA_PAGE = "/qr-code";
