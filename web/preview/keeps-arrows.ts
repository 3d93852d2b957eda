/** Whether an element uses the arrow keys itself. */
export function keepsArrows(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return isPlayer(target) || target.matches('input, textarea, select') || isWide(target);
}

export function isPlayer(target: EventTarget): boolean {
  return target instanceof HTMLMediaElement;
}

/** Whether an element can be scrolled sideways. */
export function isWide(element: Element): boolean {
  if (element.scrollWidth <= element.clientWidth) return false;
  return /auto|scroll/.test(getComputedStyle(element).overflowX);
}
