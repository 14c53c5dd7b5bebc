import type { Draft } from '../draft/draft.ts'
import { type Birth, type Copy, dropCopy, type KnownVersion, keepCopy } from './copies.ts'

/** The maximum number of stored saves without a response. */
const maxSent = 8

/** This browser's copy of one post, with the saves that have not been acknowledged yet. */
export class StoredCopy {
  #copy: Copy

  constructor(copy: Copy) {
    this.#copy = copy
  }

  get profileId(): string {
    return this.#copy.profileId
  }
  get birth(): Birth | null {
    return this.#copy.birth
  }
  get sent(): readonly Draft[] {
    return this.#copy.sent
  }

  /** Stores the copy. If the browser cannot (a private window, a full disk), saving to the service still works. */
  async write(draft: Draft, base: KnownVersion | null): Promise<void> {
    this.#note({ draft: keepable(draft), base, savedAt: new Date().toISOString() })
    await keepCopy(this.#copy).catch(() => {})
  }

  async drop(): Promise<void> {
    await dropCopy(this.#copy.id).catch(() => {})
  }

  /**
   * Records a save before it is sent. If its response is lost, the saved version is not mistaken for someone else's
   * change.
   */
  noteSent(draft: Draft): void {
    this.#note({ sent: [...this.#copy.sent, keepable(draft)].slice(-maxSent) })
  }

  forgetSent(): void {
    this.#note({ sent: [] })
  }

  noteBirth(birth: Birth | null): void {
    this.#note({ birth })
  }

  noteMade(postId: string): void {
    this.#note({ birth: null, postId })
  }

  /** Turns this into the copy of a new post. */
  detach(): void {
    this.#note({ postId: null, base: null, birth: null })
  }

  #note(changes: Partial<Copy>): void {
    this.#copy = { ...this.#copy, ...changes }
  }
}

/** Removes files that are still being uploaded: they are lost with the page, like its object URLs. */
function keepable(draft: Draft): Draft {
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
