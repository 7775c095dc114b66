import{$ as e,A as w,B as W,Ba as O,C as A,D as F,E as G,F as I,G as R,I as z,P as i,Q as g,R as y,T as B,U as N,Y as q,a as j,aa as s,ba as T,da as b,fa as U,g as f,ga as V,i as v,ja as _,k as t,ka as x,la as D,pa as E,ra as r,s as H,sa as J,t as d,u as k,ua as h,va as K,w as p,x as P,y as m}from"./chunk.js";var Y=f(null),C=null;function Z(){return C??=import("./pages.js").then(a=>{Y.value=a},ee),C}function ee(){if(C=null,!!i.value.page){if(navigator.onLine){h.value=new Error(e("part_missing"));return}I({what:"page",why:"network"}),addEventListener("online",()=>location.reload(),{once:!0})}}var u=[{id:"decide",icon:"scales"},{id:"log",icon:"log"},{id:"rules",icon:"rules"},{id:"cards",icon:"cards"},{id:"deck",icon:"deck"},{id:"compare",icon:"compare"}],Q=[{id:"report",icon:"log"}],ae=new URL("icon.svg",O).href,te={en:"English","zh-Hant":"繁體中文","zh-Hans":"简体中文"};function ne(a){let n=r.value;return t`<header class="bar">
    <a class="skip" href="#content" onClick=${l=>{l.preventDefault(),document.getElementById("content")?.focus()}}>${e("skip")}</a>
    <button type="button" class="plain home" aria-label=${`${e("title")}: ${e("another_game")}`} onClick=${()=>y("#/")}><img src=${ae} alt="" width="24" height="24" /> <span class=${n?"wide-only":""}>${e("title")}</span></button>
    ${n&&t`<button type="button" class="plain game-name" aria-label=${`${s(n.title)}: ${e("game_start")}`} onClick=${()=>y(g(n.game))}>${s(n.title)}</button>`}
    ${n&&t`<nav class="bar-pages wide-only" aria-label=${e("title")}>${u.map(l=>t`<${X} key=${l.id} page=${l} />`)}</nav>`}
    <select class="language" aria-label=${e("language")} value=${d.value} onChange=${l=>d.value=l.target.value}>
      ${H.map(l=>t`<option value=${l} lang=${l} selected=${l===d.value}>${te[l]}</option>`)}
    </select>
  </header>`}var X=({page:a})=>t`<a class="page-link" href=${N(i.value.game,a.id)} aria-current=${i.value.page===a.id?"page":"false"}>
    <${_} name=${a.icon} />${e(a.id)}
  </a>`;function le(){return t`<div class="home-page">
    <h1>${e("title")}</h1>
    <p class="tagline">${e("tagline")}</p>
    ${i.value.game&&t`<p class="answer open" role="alert">${e("unknown_game",{game:q(i.value.game).slice(0,60)})}</p>`}
    <h2>${e("which_game")}</h2>
    <ul class="games">
      ${E.value.map(a=>t`<li key=${a.game}><a class="game" href=${g(a.game)}>${s(a.title)}</a></li>`)}
    </ul>
  </div>`}function oe(){return t`<div class="home-page">
    <h1>${s(r.value.title)}</h1>
    <ul class="deeds">
      ${u.map(a=>t`<li key=${a.id}>
          <a class=${`deed ${a.id==="decide"?"first":""}`} href=${g(i.value.game,a.id)}>
            <span class="deed-icon"><${_} name=${a.icon} /></span>
            <span><b>${e(`${a.id}_long`)}</b><span class="quiet">${e(`${a.id}_says`)}</span></span>
          </a>
        </li>`)}
    </ul>
  </div>`}function ie(){let a=(p.value?.files??[]).reduce((n,l)=>n+l.sent,0)/1e6;return t`<section class="without-network"><h2>${e("without_network")}</h2>
    <p>${e("offline_reads")} ${w?!p.value&&!P.value?e("offline_none"):"":e("offline_never")}</p>
    ${w&&(m.value==="loading"?t`<p role="status">${e("keeping")}</p>`:m.value==="ready"?t`<p role="status">${e("judge_kept")}</p><button type="button" data-do="drop" onClick=${F}>${e("drop_judge")}</button>`:t`${m.value==="failed"&&t`<p role="status">${e("judge_failed")}</p>`}${p.value&&t`<button type="button" data-do="keep" onClick=${A}>${e("keep_judge",{n:a.toFixed(1)})}</button>`}`)}
  </section>`}function se(){let a=["auto","light","dark"];return t`<footer class="foot">
    <${ie} />
    <${V} label=${e("theme")} value=${k.value} options=${a.map(n=>({value:n,name:e(`theme_${n}`)}))} onPick=${n=>k.value=n} />
    <nav aria-label=${e("more")}>
      <a href="rules">${e("plain_rules")}</a> <a href="docs">${e("calls")}</a> <a href="openapi.json">${e("openapi")}</a> <a href="readyz">${e("health")}</a>
    </nav>
  </footer>`}var L=f(!1),S=[["?","key_help"],["Esc","key_cancel"],["Ctrl Z","key_undo"],["← ↑ → ↓","key_board"],["← →","key_step"],["⇧ ← →","key_far"],["Home End","key_ends"],["R","key_refusal"]];function re(){if(!L.value)return null;let a=n=>t`<dl class="keys">${n.map(([l,o])=>t`<dt>${l.split(" ").map(c=>t`<kbd>${c}</kbd> `)}</dt><dd>${e(o)}</dd>`)}</dl>`;return t`<${U} title=${e("keys")} onClose=${()=>L.value=!1}>
    ${a(S.slice(0,2))}<h2 class="small">${e("decide")}</h2>${a(S.slice(2,4))}<h2 class="small">${e("log")}</h2>${a(S.slice(4))}
  <//>`}addEventListener("keydown",a=>{a.key!=="?"||D(a)||(a.preventDefault(),L.value=!0)});function ce(){let a=G.value,n=["network","busy","slow"].find(o=>a.some(c=>c.why===o));if(!n)return R.value&&t`<p class="network" role="status">${e("from_device")}</p>`;let l=[...new Set(a.filter(o=>o.why===n).map(o=>e(`what_${o.what}`)))].join(e("comma"));return t`<p class=${n==="slow"?"asking":"network"} role="status">${e(`waits_${n}`,{what:l})}</p>`}function ue(){let a=[...u,...Q].find($=>$.id===i.value.page),n=r.value,l=Y.value,o=a&&l?.VIEWS[a.id],c=!n||!a;return t`
    <${ne} />
    <${ce} />
    <main id="content" tabindex="-1">
      ${h.value?t`<h1 class="visually-hidden">${e("title")}</h1><p class="answer open" role="alert"><b>${e("failed")}</b> ${h.value.message}</p><button type="button" onClick=${()=>location.reload()}>${e("again")}</button>`:E.value.length===0?t`<p class="quiet center">${e("loading",{what:e("what_games")})}</p>`:n?a?J.value&&o?t`<${o} key=${`${n.game} ${a.id}`} />`:t`<p class="quiet center">${e("loading",{what:e(o?"what_table":"what_page")})}</p>`:t`<${oe} />`:t`<${le} />`}
    </main>
    ${c&&t`<${se} />`}
    ${n&&t`<nav class="tabs narrow-only" aria-label=${e("title")}>${u.map($=>t`<${X} key=${$.id} page=${$} />`)}</nav>`}
    ${l&&t`<${l.RuleSheet} />`}
    <${re} />
    <p class=${`notice ${b.value?"shown":""}`} role="status">${b.value}</p>
    <p class="visually-hidden" role="status" aria-live="polite">${T.value}</p>
  `}v(()=>{let a=[...u,...Q].find(l=>l.id===i.value.page),n=[a&&e(a.id),r.value&&s(r.value.title),e("title")];document.title=n.filter(Boolean).join(" · ")});addEventListener("click",()=>setTimeout(x,60));v(()=>{i.value.page&&Z()});async function $e(){await Z(),"serviceWorker"in navigator&&(navigator.serviceWorker.controller||navigator.serviceWorker.addEventListener("controllerchange",z,{once:!0}),navigator.serviceWorker.register("sw.js").catch(()=>{}))}location.hash===""&&B("#/");K().then($e).then(W);var M=document.getElementById("desk");M&&j(t`<${ue} />`,M);
