import { expect, test } from '@jest/globals';
import { resolveHtml, withMediaLinks } from './addresses.ts';
import { renderMarkdown } from './render-markdown.ts';
import { cleanText } from './text-policy.ts';

const digest = 'a'.repeat(64);
const video = `/assets/cms/${digest}.mp4`;
const sound = `/assets/cms/${digest}.mp3`;
const render = (text: string, locale = 'en') => {
  const options = { embed_providers: [], locale, media: { [video]: { width: 1_280, height: 720 } } };
  const { html, ...facts } = renderMarkdown(text, options);
  return { ...facts, html: html.replaceAll('\n', '') };
};

test('an uploaded video in a text is a player with its size and a caption', () => {
  expect(render(`![How it works](${video})`).html).toBe(
    '<figure class="media media-video">' +
      `<video controls playsinline preload="metadata" src="${video}" width="1280" height="720">` +
      `<a href="${video}">How it works</a></video><figcaption>How it works</figcaption></figure>`,
  );
});

test('an uploaded sound is a player that loads nothing before it is played', () => {
  const { html, plain_text } = render(`![Episode 1](${sound})`);
  expect(html).toContain(`<audio controls preload="none" src="${sound}"><a href="${sound}">Episode 1</a></audio>`);
  expect(plain_text).toBe('Episode 1');
});

test('a title that is the address of an image is the poster of a video, and any other title is its caption', () => {
  const poster = `/assets/cms/${'b'.repeat(64)}.jpg`;
  const withPoster = render(`![Tour](${video} "${poster}")`).html;
  expect(withPoster).toContain(` poster="${poster}"`);
  expect(withPoster).toContain('<figcaption>Tour</figcaption>');
  const withTitle = render(`![A tour of the office](${video} "Tour <1>")`).html;
  expect(withTitle).toContain('<figcaption>Tour &lt;1&gt;</figcaption>');
  expect(withTitle).toContain(' aria-label="A tour of the office"');
  expect(withTitle).not.toContain('poster');
});

test('the address of an uploaded video alone on its line is a player without a caption', () => {
  for (const text of [video, `<https://api.example.org${video}>`, `https://api.example.org${video}`]) {
    const { html } = render(`Before\n\n${text}\n\nAfter`, 'ru');
    expect(html).toContain(`src="${video}"`);
    expect(html).toContain(`<a href="${video}">Видео</a></video></figure>`);
  }
});

test('a player among words stays in its line, and in a link it is its text', () => {
  expect(render(`See ![the tour](${video}) here`).html).toMatch(
    /^<p>See <video [^>]*><a [^>]*>the tour<\/a><\/video> here<\/p>/,
  );
  expect(render(`[![the tour](${video})](/tour)`).html).toContain('<a href="/tour">the tour</a>');
});

test('files of others and files that nothing plays are no players', () => {
  const other = `/assets/cms/${'c'.repeat(64)}.mp4`;
  for (const text of [
    `![x](https://example.org/film.mp4)`,
    `https://example.org${other}`,
    `![x](/assets/cms/${digest}.bin)`,
    `[the film](${video})`,
    `<video src="${video}" autoplay onplay="alert(1)"></video>`,
  ])
    expect(render(text).html).not.toContain('<video');
});

test('the last step of rendering leaves a player its own attributes alone, and drops one of a foreign file', () => {
  const clean = (html: string) => cleanText(html, { embeds: [] });
  expect(
    clean(
      `<video src="${video}" autoplay loop onplay="x" style="x" poster="javascript:x" width="9" height="1e9"></video>`,
    ),
  ).toBe(`<video controls playsinline preload="metadata" src="${video}"></video>`);
  expect(clean('<audio src="https://example.org/a.mp3">words</audio>')).toBe('words');
  expect(clean(`<audio src="${video}"></audio><video src="${sound}"></video>`)).toBe('');
});

test('addresses of players become absolute, and a feed has links in their place', () => {
  const poster = `/assets/cms/${'b'.repeat(64)}.jpg`;
  const { html } = render(`![Tour](${video} "${poster}")`);
  const shown = resolveHtml(html, { platform: 'https://api.example.org', page: 'https://example.org/blog/a' });
  for (const name of ['src', 'poster', 'href'])
    expect(shown).toContain(` ${name}="https://api.example.org/assets/cms/`);
  expect(withMediaLinks(shown)).toContain(
    `<figure class="media media-video"><a href="https://api.example.org${video}">Tour</a><figcaption>`,
  );
});
