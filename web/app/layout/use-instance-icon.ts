import { useEffect } from 'react';

/** The server names the logo in the page; another one becomes the icon of the tab while the page is open. */
export function useInstanceIcon(logo: string): void {
  useEffect(() => {
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')];
    if (links.some((link) => link.getAttribute('href') === logo)) return;
    for (const link of links) {
      link.type = 'image/png';
      link.href = logo;
    }
  }, [logo]);
}
