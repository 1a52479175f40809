/** Of the report page; lines of a plot are told apart by their lightness too. */
export const pageStyle = `
:root {
  --paper: #fbfaf7; --card: #fff; --ink: #1d2430; --soft: #5b6472; --rule: #dfe2e7; --shade: #eef0f3;
  --good: #1b6b3a; --bad: #b3261e; --limit: #b3261e;
  --s0: #0b5fa5; --s1: #c05a00; --s2: #7a4fb5; --s3: #15803d; --s4: #a8326e; --s5: #5b6472; --s6: #0f766e; --s7: #8a6d00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161c; --card: #1a2028; --ink: #e8ebf0; --soft: #a3acb9; --rule: #323a45; --shade: #242c36;
    --good: #6fce93; --bad: #ff9188; --limit: #ff9188;
    --s0: #6db3f2; --s1: #ffa64d; --s2: #c3a2f5; --s3: #6fce93; --s4: #f28ab8; --s5: #a3acb9; --s6: #5cd0c3; --s7: #e0c14a;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, "Noto Sans", sans-serif; }
main { max-width: 1280px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { margin: 0 0 4px; font-size: 28px; line-height: 1.2; }
h2 { margin: 36px 0 8px; font-size: 20px; }
.what { margin: 0 0 20px; color: var(--soft); max-width: 75ch; }
.note { margin: 0 0 12px; color: var(--soft); font-size: 14px; max-width: 75ch; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 350px), 1fr)); gap: 16px; }
figure, .scroll { margin: 0; background: var(--card); border: 1px solid var(--rule); border-radius: 8px; }
figure { padding: 12px; }
figcaption { min-height: 52px; font-size: 14px; line-height: 1.4; }
figcaption > span { color: var(--soft); }
figcaption ul { display: flex; flex-wrap: wrap; gap: 0 14px; margin: 2px 0 6px; padding: 0; list-style: none; font-size: 13px; }
figcaption li::before { content: ""; display: inline-block; width: 14px; height: 3px; margin-right: 5px; vertical-align: middle; background: var(--line); }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--soft); font-size: 11px; }
svg path { fill: none; stroke: var(--line); stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; }
.grid { stroke: var(--rule); }
.warm { fill: var(--shade); }
.limit { stroke: var(--limit); stroke-dasharray: 5 4; }
${Array.from({ length: 8 }, (_, n) => `.s${n} { --line: var(--s${n}); }`).join("\n")}
.scroll { overflow-x: auto; margin-bottom: 16px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { padding: 7px 12px; text-align: right; border-top: 1px solid var(--rule); white-space: nowrap; }
thead th, thead td { border-top: 0; color: var(--soft); font-weight: 500; }
tbody th { text-align: left; font-weight: 500; }
.verdict tbody th { white-space: normal; min-width: 150px; }
.verdict td { white-space: normal; }
.kept span { color: var(--good); font-weight: 600; }
.missed span { color: var(--bad); font-weight: 600; }
.open span { color: var(--soft); }
pre { overflow-x: auto; padding: 12px; background: var(--card); border: 1px solid var(--rule); border-radius: 8px; font-size: 13px; line-height: 1.45; }
@media (max-width: 600px) {
  th, td { padding: 6px 8px; font-size: 13px; }
  h1 { font-size: 24px; }
}
`;
