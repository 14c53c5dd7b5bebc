import { makeImport } from '#web/lib/make-import.ts'
import { makeStore, type Store } from '#web/lib/store.ts'
import { type Account, type Draft, isBlank, isUploading } from '../draft/draft.ts'
import { mergeDrafts, type Side, settleClashes } from '../draft/merge.ts'
import { hasChanged } from '../draft/request.ts'
import { type Changes, discardDraft, knownVersionOf, makePost, readPost, saveChanges } from './calls.ts'
import type { Copy, KnownVersion, Release } from './copies.ts'
import { type EditorView, isStale, readSetback } from './save-state.ts'
import { SaveTimer } from './save-timer.ts'
import { StoredCopy } from './stored-copy.ts'

/** Fetches the comparison of words, which most drafts never need. */
const loadMergeWords = makeImport(() => import('../draft/merge-words.ts'))

interface EditorSettings {
  readonly copy: Copy
  readonly accounts: readonly Account[]
  readonly restoredFrom: string | null
  readonly release: Release
  readonly onCreated: (postId: string) => void
}

/**
 * Saves a post while it is written. Each change is stored in this browser at once. A draft is also saved to the service
 * automatically, one request at a time; a scheduled post only when the user saves it, because a half-written sentence
 * must not be published.
 */
export class DraftEditor {
  readonly #settings: EditorSettings
  #accounts: readonly Account[]
  readonly #copy: StoredCopy
  readonly #timer = new SaveTimer(() => void this.#save())
  readonly view: Store<EditorView>
  #saving: Promise<void> | null = null
  #failures = 0
  #lastError: Error | null = null
  #isClosed = false
  #isBornHere = false

  constructor(settings: EditorSettings) {
    const { copy, restoredFrom } = settings
    const { draft, base } = copy
    this.#settings = settings
    this.#accounts = settings.accounts
    this.#copy = new StoredCopy(copy)
    this.view = makeStore<EditorView>({ draft, base, save: { kind: 'blank' }, taken: [], restoredFrom })
    if (restoredFrom !== null || copy.isGiven) this.#noteChange()
    else if (base) this.#show({ save: { kind: 'saved' } })
  }

  /** Uses the profile's current accounts, because some may have been connected since the page opened. */
  readonly noteAccounts = (accounts: readonly Account[]): void => {
    this.#accounts = accounts
  }

  /** Changes the draft. Warnings accepted for the previous text are no longer accepted. */
  readonly change = (changes: Partial<Draft>): void =>
    this.update((before) => ({ ...before, confirmed: [], ...changes }))

  readonly update = (revise: (before: Draft) => Draft): void => {
    this.#show({ draft: revise(this.#view.draft) })
    this.#noteChange()
  }

  /** Saves pending changes at once. Resolves when the service has them, or when the state says why not. */
  readonly flush = async (): Promise<void> => {
    this.#timer.clear()
    await this.#saving
    if (this.#mayAutosave()) await this.#save()
  }

  /** Retries now, because the cause of a failure may be gone. */
  readonly retry = (): void => {
    const { kind } = this.#view.save
    if (kind !== 'waiting' && kind !== 'refused') return
    this.#failures = 0
    void this.#save()
  }

  /** Saves the draft and schedules or publishes it. Throws on failure; the text is kept. */
  readonly arm = async (changes: Changes): Promise<string> => {
    await this.flush()
    const { base, draft, save } = this.#view
    if (save.kind === 'refused') throw save.error
    if (!base) throw this.#lastError ?? new Error('A blank draft was sent.')
    try {
      const written = await saveChanges(base, draft, this.#accounts, changes)
      this.#show({ base: knownVersionOf(written, draft), save: { kind: 'saved' } })
    } catch (error) {
      if (isStale(error)) await this.#meet()
      throw error
    }
    return base.id
  }

  /** Compares with the current post at the service, after an event reported a change. */
  readonly notice = async (updatedAt: string): Promise<void> => {
    await this.#saving
    const { base, save } = this.#view
    if (!base || save.kind === 'conflict' || updatedAt <= base.updatedAt || this.#isClosed) return
    await this.#meet().catch(() => {})
  }

  /** Resolves a conflict: each field gets the value that the user chose. */
  readonly settle = (sides: Readonly<Record<string, Side>>): void => {
    const { save, draft } = this.#view
    if (save.kind !== 'conflict') return
    const settled = settleClashes(draft, save.theirs.draft, save.clashes, sides)
    this.#show({ draft: settled, base: save.theirs, save: { kind: 'edited' } })
    this.#noteChange()
  }

  /** Continues with this text as a new draft, because the post can no longer be changed. */
  readonly detach = (): void => {
    this.#copy.detach()
    this.#show({ base: null, save: { kind: 'edited' }, draft: { ...this.#view.draft, at: null } })
    this.#noteChange()
  }

  /** Deletes the copy in this browser, because the service has everything. */
  readonly forget = async (): Promise<void> => {
    this.#isClosed = true
    this.#timer.clear()
    await this.#copy.drop()
  }

  readonly close = async (): Promise<void> => {
    if (!this.#isClosed) await this.flush()
    const { base, draft } = this.#view
    // A post that was started here and is empty again is discarded.
    if (!this.#isClosed && this.#isBornHere && base?.isDraft && isBlank(draft))
      await discardDraft(base.id).catch(() => {})
    this.#isClosed = true
    this.#timer.clear()
    this.#settings.release()
  }

  get #view(): EditorView {
    return this.view.read()
  }

  #show(changes: Partial<EditorView>): void {
    this.view.write({ ...this.#view, ...changes })
  }

  #isDirty(): boolean {
    const { base, draft } = this.#view
    return base ? hasChanged(base.draft, draft, this.#accounts) : !isBlank(draft)
  }

  #mayAutosave(): boolean {
    const { base, save } = this.#view
    return save.kind !== 'conflict' && (base?.isDraft ?? true) && this.#isDirty()
  }

  /** Stores a copy, and schedules a save if needed. */
  #noteChange(): void {
    void this.#keep()
    const { base, save } = this.#view
    if (save.kind === 'conflict' || this.#isClosed) return
    const isDirty = this.#isDirty()
    const isPlanned = base !== null && !base.isDraft
    if (isPlanned || !isDirty) {
      this.#show({ save: { kind: !isDirty ? (base ? 'saved' : 'blank') : 'held' } })
      return
    }
    // While the service is not responding, the retry delay applies.
    if (save.kind === 'waiting') return
    if (save.kind !== 'saving') this.#show({ save: { kind: 'edited' } })
    this.#timer.noteChange()
  }

  /** Runs one save at a time. Changes in the meantime are saved next. */
  async #save(): Promise<void> {
    if (this.#saving) return await this.#saving
    this.#saving = this.#saveOnce().finally(() => {
      this.#saving = null
    })
    await this.#saving
    if (this.#view.save.kind === 'saved' && this.#mayAutosave()) this.#noteChange()
  }

  async #saveOnce(): Promise<void> {
    const { draft, base } = this.#view
    this.#timer.clear()
    this.#show({ save: { kind: 'saving' } })
    try {
      if (base) await this.#change(base, draft)
      else await this.#create(draft)
      this.#failures = 0
      await this.#showSaved()
    } catch (error) {
      await this.#recover(error)
    }
  }

  async #change(base: KnownVersion, draft: Draft): Promise<void> {
    this.#copy.noteSent(draft)
    void this.#keep()
    const written = await saveChanges(base, draft, this.#accounts)
    this.#show({ base: knownVersionOf(written, draft) })
    this.#copy.forgetSent()
  }

  async #create(draft: Draft): Promise<void> {
    const made = await makePost(this.#copy, draft, this.#accounts, () => this.#keep())
    this.#show({ base: knownVersionOf(made, made.draft) })
    this.#isBornHere = true
    this.#settings.onCreated(made.post.id)
  }

  async #recover(error: unknown): Promise<void> {
    try {
      if (isStale(error)) return await this.#meet()
      if (!(error instanceof Error)) throw error
      this.#meetSetback(error)
    } catch (next) {
      if (next instanceof Error) this.#meetSetback(next)
    }
  }

  #meetSetback(error: Error): void {
    const { state, retryMs } = readSetback(error, this.#failures)
    this.#failures += 1
    this.#lastError = error
    this.#show({ save: state })
    void this.#keep()
    if (retryMs !== null && !this.#isClosed) this.#timer.plan(retryMs)
  }

  /** Merges with a concurrent change by someone else. */
  async #meet(): Promise<void> {
    const { base } = this.#view
    if (!base) return
    const { mergeWords } = await loadMergeWords()
    const written = await readPost(base.id, this.#accounts)
    const theirs = knownVersionOf(written, written.draft)
    const { draft: mine } = this.#view
    const bases = [base.draft, ...this.#copy.sent]
    const { draft, clashes, taken } = mergeDrafts(bases, mine, theirs.draft, mergeWords)
    this.#show({ draft, taken: [...new Set([...this.#view.taken, ...taken])] })
    if (clashes.length > 0) this.#show({ save: { kind: 'conflict', clashes, mine, theirs } })
    else {
      this.#copy.forgetSent()
      this.#show({ base: theirs })
      await this.#showSaved()
      this.#noteChange()
    }
    void this.#keep()
  }

  /** Deletes the copy first: a tab that closes after showing “saved” must not bring back what the service has. */
  async #showSaved(): Promise<void> {
    if (!this.#isDirty() && !isUploading(this.#view.draft)) await this.#copy.drop()
    this.#show({ save: { kind: 'saved' } })
  }

  async #keep(): Promise<void> {
    if (this.#isClosed) return
    const { draft, base } = this.#view
    if (!this.#isDirty() && !this.#copy.birth) return
    await this.#copy.write(draft, base)
  }
}
