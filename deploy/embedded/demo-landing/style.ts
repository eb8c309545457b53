/** The style of the landing, in the head of each page: one file less to wait for. */
export const style = `
:root {
  color-scheme: light dark;
  --accent: #1a73e8;
  --text: #14171a;
  --soft: #56606b;
  --back: #fff;
  --raised: #f4f6f9;
  --line: #dfe4ea;
  --link: color-mix(in oklab, var(--accent) 82%, #000);
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #eceff2;
    --soft: #a8b2bd;
    --back: #111418;
    --raised: #1a1f25;
    --line: #2e363f;
    --link: color-mix(in oklab, var(--accent) 55%, #fff);
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--back); color: var(--text); font: 17px/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
h1 { margin: 0 0 1rem; font-size: clamp(2rem, 6vw, 3.25rem); }
h2 { margin: 2.5rem 0 1rem; font-size: clamp(1.4rem, 3.5vw, 1.9rem); }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
img, svg { max-width: 100%; height: auto; }
pre { overflow: auto; padding: 1rem; border-radius: 12px; background: var(--raised); }
code { font-size: .92em; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: .4rem .8rem; border-bottom: 1px solid var(--line); text-align: left; }
article { overflow-wrap: anywhere; }
article th, article td { min-width: 8rem; vertical-align: top; }
article img, article video, article iframe { border-radius: 12px; }
article video, article iframe { width: 100%; max-width: 100%; height: auto; aspect-ratio: 16 / 9; border: 0; }
article audio { width: 100%; }
figure { margin: 1.5rem 0; }
figcaption { margin-top: .4rem; color: var(--soft); font-size: .92rem; }
kbd { padding: .1em .4em; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); font: .85em ui-monospace, monospace; }
details { margin: 1rem 0; padding: .6rem 1rem; border: 1px solid var(--line); border-radius: 12px; }
summary { cursor: pointer; font-weight: 600; }
.math { font: .95em ui-monospace, monospace; }
div.math { overflow-x: auto; padding: .6rem 1rem; border-radius: 12px; background: var(--raised); }
.alert { padding: .6rem 1rem; border-radius: 0 12px 12px 0; background: var(--raised); color: inherit; }
.alert > :first-child { margin-top: 0; font-weight: 600; }
hr { border: 0; border-top: 1px solid var(--line); }
.alert > :last-child { margin-bottom: 0; }
.alert-warning, .alert-caution { border-color: #c4472e; }
.alert-tip { border-color: #2f8f4e; }
.task-list-item { list-style: none; margin-left: -1.5rem; }
.footnotes { color: var(--soft); font-size: .92rem; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--accent); color: var(--soft); }
.wrap { max-width: 70rem; margin: 0 auto; padding: 0 1.25rem; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 2; padding: .4rem .8rem; background: var(--back); }
.top { border-bottom: 1px solid var(--line); }
.top .wrap { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; padding-block: .75rem; }
.top a { display: inline-block; padding: .35rem 0; color: inherit; text-decoration: none; }
.top a:hover { color: var(--link); text-decoration: underline; }
.top [aria-current] { color: var(--link); font-weight: 600; }
.top .brand { display: flex; align-items: center; gap: .6rem; margin-right: auto; font-weight: 700; font-size: 1.1rem; }
.brand svg { width: 1.8rem; height: 1.8rem; }
.banner { position: relative; margin: 1rem auto; padding: .9rem 1.25rem; max-width: 100%; overflow: auto; border-radius: 12px; background: color-mix(in oklab, var(--accent) 14%, var(--back)); text-align: center; }
.banner p { margin: 0; }
main.wrap { padding-block: 2rem 4rem; }
main.text { max-width: 44rem; }
.hero { display: grid; align-items: center; gap: 2.5rem; padding-block: 1.5rem 2rem; }
.lead { font-size: 1.2rem; color: var(--soft); max-width: 34rem; margin: 0 0 1.5rem; }
.acts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0; }
.button, button { display: inline-block; padding: .7rem 1.4rem; border: 1px solid transparent; border-radius: 999px; background: var(--fill); color: #fff; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
:root { --fill: color-mix(in oklab, var(--accent) 82%, #000); }
.button:hover, button:hover { filter: brightness(1.12); }
button:disabled { opacity: .6; cursor: default; }
.button.quiet { border-color: var(--line); background: transparent; color: inherit; }
.picture { width: 100%; border-radius: 20px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none; }
.card { display: flex; flex-direction: column; padding: 1.4rem; border: 1px solid var(--line); border-radius: 16px; background: var(--raised); }
.card h3 { margin: 0 0 .5rem; font-size: 1.15rem; }
.card p { margin: 0 0 .5rem; color: var(--soft); }
.card h3 a { color: inherit; text-decoration: none; }
.card h3 a:hover { text-decoration: underline; }
.card .button { margin-top: auto; align-self: flex-start; }
.card.chosen { border: 2px solid var(--accent); }
.badge { display: inline-block; margin-left: .4rem; padding: .1rem .6rem; border-radius: 999px; background: var(--fill); color: #fff; font-size: .8rem; font-weight: 600; }
.card .price { line-height: 1.3; font-size: 1.8rem; font-weight: 700; color: var(--text); }
.price s { color: var(--soft); font-size: 1rem; font-weight: 400; }
.price small { color: var(--soft); font-size: .95rem; font-weight: 400; }
.list { padding: 0; list-style: none; }
.list li { padding: .8rem 0; border-bottom: 1px solid var(--line); }
.list li > a { font-weight: 600; }
.band { margin-top: 3rem; padding: 1.75rem; border-radius: 20px; background: var(--raised); }
.band h2 { margin-top: 0; }
form { max-width: 34rem; }
label { display: block; }
input:not([type=checkbox]), textarea { width: 100%; margin-top: .25rem; padding: .6rem .8rem; border: 1px solid var(--soft); border-radius: 10px; background: var(--back); color: inherit; font: inherit; }
input[type=checkbox] { width: 1.15rem; height: 1.15rem; margin: 0 .4rem 0 0; vertical-align: -.2rem; accent-color: var(--accent); }
output { display: block; margin-top: .75rem; min-height: 1.6em; }
output[data-state=refused], output[data-state=unreachable] { font-weight: 600; }
.honeypot { position: absolute; left: -99rem; }
.cover { width: 100%; border-radius: 16px; }
.ad { font-size: .78rem; color: var(--soft); }
time, .tags, .crumbs { color: var(--soft); font-size: .92rem; }
.next { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; margin-top: 2rem; }
.bottom { border-top: 1px solid var(--line); background: var(--raised); font-size: .95rem; }
.bottom .wrap { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; padding-block: 1.5rem; }
.bottom a { color: var(--soft); padding: .25rem 0; }
@media (min-width: 56rem) {
  .hero { grid-template-columns: 1.1fr 1fr; }
}
`;
