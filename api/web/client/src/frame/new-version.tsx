import { t } from "../i18n";
import { newVersion, takeOver } from "../install";
import "../styles/offline.css";

// NewVersion offers to go on with a newer version of the page, once there is one.
export function NewVersion() {
  return (
    <div role="status">
      {newVersion.value && (
        <p class="note newer">
          {t().newVersion}{" "}
          <button type="button" class="button" onClick={takeOver}>
            {t().takeNewVersion}
          </button>
        </p>
      )}
    </div>
  );
}
