/**
 * Runs in the page. Finds texts that do not fit where they are shown: pages that scroll sideways, controls whose text is
 * cut or takes more than one line, texts that run into the next column, and words that break in the middle.
 */
globalThis.findProblems = () => {
  const found = new Set();
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    found.add(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px`);
  // Texts for screen readers are a pixel wide.
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1;
  // Variables and links may break anywhere.
  const breaksAnywhere = 'script, style, noscript, pre, code, a[href*="/s/"], [dir=ltr]';
  const words = (element) => (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60);
  const textsIn = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (isShown(node.parentElement)) texts.push(node);
    return texts;
  };
  const lineCount = (element) => {
    const lines = [];
    for (const text of textsIn(element)) {
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const { top, bottom, width } of range.getClientRects()) {
        const middle = (top + bottom) / 2;
        if (width > 1 && !lines.some((line) => Math.abs(line - middle) < 8)) lines.push(middle);
      }
    }
    return lines.length;
  };
  const controls =
    'button, [role=button], [role=tab], nav a, th, [role=columnheader], .MuiChip-root, .MuiButton-root';
  for (const element of document.querySelectorAll(controls)) {
    // Cards and rows that can be pressed have several texts.
    if (!isShown(element) || element.querySelector('div div, p, h2, h3, img')) continue;
    // Below an icon there is space for two.
    const { display, flexDirection } = getComputedStyle(element);
    const isStacked = display === 'grid' || flexDirection === 'column';
    if (lineCount(element) > (isStacked ? 2 : 1))
      found.add(`takes ${lineCount(element)} lines: ${words(element)}`);
  }
  for (const cell of document.querySelectorAll('td, th, [role=cell], [role=columnheader]')) {
    const box = cell.getBoundingClientRect();
    const range = document.createRange();
    for (const text of textsIn(cell)) {
      // A name that ends in an ellipsis goes on where nobody sees it.
      if (getComputedStyle(text.parentElement).textOverflow === 'ellipsis') continue;
      range.selectNodeContents(text);
      const isOutside = [...range.getClientRects()].some(
        ({ left, right, width }) => width > 1 && (right > box.right + 1 || left < box.left - 1),
      );
      if (isOutside) found.add(`runs into the next column: ${words(text)}`);
    }
  }
  for (const element of document.querySelectorAll('body *')) {
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (element.children.length > 0 || !isShown(element) || !/hidden|clip/.test(overflowX)) continue;
    // Names may end in an ellipsis, what can be pressed may not.
    if (textOverflow === 'ellipsis' && !element.closest(controls)) continue;
    if (element.scrollWidth > element.clientWidth + 1) found.add(`is cut: ${words(element)}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !isShown(parent) || parent.closest(breaksAnywhere)) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(
      /(?<![\p{L}_])[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{4,}(?![\p{L}_])/gu,
    )) {
      if (word === word.toUpperCase()) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)),
      );
      if (tops.size > 1) found.add(`breaks within a word: ${word}`);
    }
  }
  return [...found];
};
