/**
 * Runs in the measured page, before its own scripts. Plain JavaScript, because it is no module of this repository's
 * programs: Playwright reads it as text.
 */
globalThis.probe = (() => {
  const found = { download: null, row: null, lcp: 0, cls: 0 };

  observe('largest-contentful-paint', ({ startTime }) => {
    found.lcp = startTime;
  });
  observe('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) found.cls += value;
  });
  // Elsewhere there is nothing to find, and asking for every frame would slow down what is measured.
  if (location.pathname.startsWith('/share/')) requestAnimationFrame(look);

  /** Both times are those of the first frame in which the visitor could see it. */
  function look() {
    const text = document.querySelector('main')?.textContent ?? '';
    found.download ??= hasDownload() ? performance.now() : null;
    found.row ??= /file-\d{5}|photo-\d/.test(text) ? performance.now() : null;
    if (found.download === null || found.row === null) requestAnimationFrame(look);
  }

  /** On phones there is one before the page is. */
  function hasDownload() {
    return [...document.querySelectorAll('[data-early-dock] a, main a, main button')].some(
      (element) =>
        /^download/i.test(element.textContent.trim()) && element.getBoundingClientRect().height > 0,
    );
  }

  /** A slow processor paints later than the page has its elements. */
  function firstPaint() {
    return performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  }

  function observe(type, take) {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  }

  return {
    isReady: () => found.download !== null && found.row !== null && firstPaint() !== undefined,
    read: () => ({ ...found, fcp: firstPaint() }),
    /** Scrolls by the same distance in every frame, and returns how long each frame took. */
    scroll: (pixelsPerFrame, milliseconds) =>
      new Promise((resolve) => {
        const frames = [];
        let [begin, before] = [null, null];
        requestAnimationFrame(function step(now) {
          begin ??= now;
          if (before !== null) frames.push(now - before);
          before = now;
          if (now - begin > milliseconds) return resolve(frames);
          scrollBy(0, pixelsPerFrame);
          requestAnimationFrame(step);
        });
      }),
    /** A picture as a camera would take it: detail everywhere, and more colours than a palette has. */
    paint: (width, height, seed) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d');
      for (let i = 0; i < 900; i += 1) {
        const at = (i * 7919 + seed * 104729) % (width * height);
        context.fillStyle = `hsl(${(seed * 37 + i) % 360} 60% ${30 + (i % 50)}%)`;
        context.fillRect(at % width, Math.floor(at / width), 40 + (i % 160), 30 + (i % 120));
      }
      return canvas.toDataURL('image/jpeg', 0.85).split(',')[1];
    },
  };
})();
