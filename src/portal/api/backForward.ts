/**
 * A page that the browser puts aside whole when the member goes elsewhere shows nothing of a member
 * when it comes back by Back or Forward: it starts anew, and the server says whether the session still
 * stands. The answer stops it.
 */
export function guardBackForward(): () => void {
  const hide = ({ persisted }: PageTransitionEvent) => {
    if (persisted) document.body.hidden = true;
  };
  const startAnew = ({ persisted }: PageTransitionEvent) => {
    if (persisted) location.reload();
  };
  window.addEventListener("pagehide", hide);
  window.addEventListener("pageshow", startAnew);
  return () => {
    window.removeEventListener("pagehide", hide);
    window.removeEventListener("pageshow", startAnew);
  };
}
