import type { Page } from 'playwright-core';

/**
 * What a page has that some people cannot see, read or use: fields and buttons without a name, pictures without a text, text
 * that its ground hides (WCAG AA), small targets, and content that is wider than the window.
 */
export const faultsOf = (page: Page): Promise<string[]> => page.evaluate(FAULTS);

/** Runs in the page. */
const FAULTS = `(() => {
  const faults = [];
  const isShown = (it) => it.checkVisibility({ opacityProperty: false, visibilityProperty: true });
  const nameOf = (it) => (it.getAttribute('aria-label') || it.labels?.[0]?.textContent || it.textContent || '').trim();
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  for (const it of all('button, a, input, select, textarea')) if (!nameOf(it)) faults.push('no name: ' + it.outerHTML);
  for (const it of all('img:not([alt])')) faults.push('no text: ' + it.outerHTML);
  for (const it of all('button, select, nav a')) {
    const { width, height } = it.getBoundingClientRect();
    if (width < 40 || height < 40) faults.push('small: ' + it.outerHTML);
  }
  if (document.scrollingElement.scrollWidth > innerWidth) faults.push('wider than the window: ' + document.scrollingElement.scrollWidth);

  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const [R, G, B] = [r, g, b].map((it) => (it /= 255) <= 0.03928 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  };
  const groundOf = (it) => {
    for (let at = it; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255];
  };
  for (const it of all('body *')) {
    const hasText = [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!hasText || it.closest(':disabled') || it.matches('option, title')) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(it);
    const isLarge = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && fontWeight >= 700);
    const [dark, bright] = [light(rgba(color)), light(groundOf(it))].sort((a, b) => a - b);
    const contrast = (bright + 0.05) / (dark + 0.05);
    if (contrast < (isLarge ? 3 : 4.5)) faults.push('contrast ' + contrast.toFixed(2) + ': ' + it.outerHTML.slice(0, 200));
  }
  return faults;
})()`;
