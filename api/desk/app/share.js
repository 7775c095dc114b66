// Sharing: the link, as a text and as a code to be photographed.

import { html, useMemo } from "./lib.js";
import { t } from "./i18n.js";
import { copy, Sheet } from "./ui.js";
import { qr } from "./qr.js";

/** A link as a code; of one that is too long, nothing. @param {{link: string, says?: unknown}} props */
export function Code({ link, says }) {
  const code = useMemo(() => qr(link), [link]);
  if (!code) return says ?? null;
  const size = code.length + 8;
  const path = code.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join("");
  return html`<svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${t("qr_code")} shape-rendering="crispEdges"><rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" /></svg>`;
}

/** @param {{onClose: () => void, children?: unknown}} props */
export function ShareSheet({ onClose, children }) {
  const link = location.href;
  return html`<${Sheet} title=${t("share")} onClose=${onClose}>
    <div class="row">
      <button type="button" class="primary" onClick=${() => copy(link, t("link_copied"))}>${t("copy_link")}</button>
      ${typeof navigator.share === "function" && html`<button type="button" onClick=${() => navigator.share({ url: link }).catch(() => {})}>${t("send_link")}</button>`}
      ${children}
    </div>
    <${Code} link=${link} says=${html`<p class="quiet">${t("qr_too_long")}</p>`} />
  <//>`;
}
