import type { ComponentChildren } from "preact";
import { copyText } from "../frame/copy";
import { toast } from "../frame/toast";
import { t } from "../i18n";
import { href, type Route } from "../route";

// Code is a code in large letters, with its link to pass on.
export function Code(p: { title: string; code: string; to: Route; message: string; children?: ComponentChildren }) {
  const link = `${location.origin}/${href(p.to)}`;
  const share = () => navigator.share({ text: p.message, url: link }).catch(() => undefined); // closed: nothing to tell
  return (
    <section class="code" aria-label={p.title}>
      <span class="quiet">{p.title}</span>
      <strong class="codetext" data-code={p.code}>
        {p.code}
      </strong>
      <div class="codebuttons">
        {typeof navigator.share === "function" && (
          <button type="button" class="button primary" onClick={() => void share()}>
            {t().waiting.share}
          </button>
        )}
        <button
          type="button"
          class="button"
          onClick={() => void copyText(link).then((done) => toast(done ? t().waiting.copied : link))}
        >
          {t().waiting.copy}
        </button>
        {p.children}
      </div>
      <a class="codelink" href={href(p.to)}>
        {link}
      </a>
    </section>
  );
}
