import { html, trusted } from './html.ts';

/** A sheet with lines, the mark of the demo. */
const mark = (color: string): string =>
  `<rect width="32" height="32" rx="8" fill="${color}"/><path d="M9 8h14v16H9z" fill="#fff"/><path d="M12 13h8M12 17h8M12 21h5" stroke="${color}" stroke-width="2"/>`;

const svgOf = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark(color)}</svg>`;

/** The icon of a site without one of its own, as the text of an SVG file. */
export const faviconOf = (accentColor: string | null): string => svgOf(accentColor ?? '#1a73e8');

/** The mark beside the name of the site; the name says what it is. */
export const brandMark = html`${trusted('<svg viewBox="0 0 32 32" aria-hidden="true">')}${trusted(mark('var(--fill)'))}${trusted('</svg>')}`;

const noteLines = (x: number, y: number, widths: readonly number[]): string =>
  widths
    .map((width, at) => `<rect x="${x}" y="${y + at * 18}" width="${width}" height="7" rx="3.5" fill="var(--line)"/>`)
    .join('');

/** A window and a telephone with the same notes: what the product does, in one picture. */
export const heroPicture = trusted(`<svg class="picture" viewBox="0 0 560 380" role="presentation">
<rect width="560" height="380" rx="20" fill="color-mix(in oklab, var(--accent) 12%, var(--back))"/>
<rect x="40" y="50" width="400" height="270" rx="14" fill="var(--back)" stroke="var(--line)"/>
<circle cx="62" cy="70" r="5" fill="#e0524d"/><circle cx="80" cy="70" r="5" fill="#e3a93a"/><circle cx="98" cy="70" r="5" fill="#4faa58"/>
<rect x="40" y="90" width="120" height="230" fill="var(--raised)"/>
<rect x="54" y="106" width="92" height="34" rx="8" fill="color-mix(in oklab, var(--accent) 30%, var(--back))"/>
${noteLines(64, 119, [60])}${noteLines(64, 164, [70, 50])}${noteLines(64, 214, [64, 72])}${noteLines(64, 264, [54, 66])}
<rect x="184" y="112" width="150" height="13" rx="6.5" fill="var(--text)"/>
${noteLines(184, 146, [210, 226, 190, 214])}${noteLines(184, 236, [226, 150, 200])}
<rect x="384" y="120" width="136" height="232" rx="22" fill="var(--back)" stroke="var(--line)" stroke-width="2"/>
<rect x="432" y="134" width="40" height="6" rx="3" fill="var(--line)"/>
<rect x="402" y="160" width="72" height="11" rx="5.5" fill="var(--text)"/>
${noteLines(402, 190, [98, 88, 100, 70])}
<circle cx="488" cy="318" r="18" fill="var(--fill)"/><path d="M488 310v16M480 318h16" stroke="#fff" stroke-width="3"/>
</svg>`);
