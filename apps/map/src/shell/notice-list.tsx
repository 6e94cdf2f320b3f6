import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';

/** The notices at the bottom of the page; screen readers announce them. */
export function NoticeList() {
  const { notices, words } = useApp();
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.all.value.map((notice) => (
        <div key={notice.id} class={`notice ${notice.kind}`}>
          <span>{notice.text}</span>
          {notice.action !== undefined && (
            <button
              class="quiet"
              onClick={() => {
                notices.drop(notice.id);
                notice.action!.run();
              }}
            >
              {notice.action.label}
            </button>
          )}
          <button class="icon-button" aria-label={words.value.app.close} onClick={() => notices.drop(notice.id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
