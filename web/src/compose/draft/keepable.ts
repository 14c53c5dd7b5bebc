import type { Draft } from './draft.ts'

/** Files that are on their way are gone with the page, and so are the addresses that it made for them. */
export function keepable(draft: Draft): Draft {
  const files = (media: Draft['media']) =>
    media.flatMap((file) =>
      file.storagePath === null ? [] : { ...file, shownAt: file.shownAt.startsWith('blob:') ? '' : file.shownAt },
    )
  return {
    ...draft,
    media: files(draft.media),
    thread: draft.thread.map((part) => ({ ...part, media: files(part.media) })),
  }
}
