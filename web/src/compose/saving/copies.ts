import { holdName } from '#web/lib/browser/lock.ts'
import { tabStore } from '#web/lib/browser/storage.ts'
import type { Draft } from '../draft/draft.ts'
import type { Fields } from '../draft/request.ts'

/** The last version of the post that the service and this page had in common. */
export interface KnownVersion {
  readonly id: string
  readonly etag: string
  readonly updatedAt: string
  readonly isDraft: boolean
  readonly draft: Draft
}

/** The request that creates the post. It is stored until the response, so that retries are identical. */
export interface Birth {
  readonly key: string
  readonly fields: Fields
  readonly draft: Draft
}

/** A post that is being written, stored in this browser until the service has it. */
export interface Copy {
  readonly id: string
  readonly profileId: string
  /** The post's ID, once it is created. */
  readonly postId: string | null
  readonly draft: Draft
  readonly base: KnownVersion | null
  readonly birth: Birth | null
  /** Drafts that were sent without a response yet. */
  readonly sent: readonly Draft[]
  readonly savedAt: string
  /** True for text from elsewhere: shared by another app, or written offline. */
  readonly isGiven?: true
}

const name = 'posthorn'
const store = 'drafts'
let opened: Promise<IDBDatabase> | null = null

function openStore(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function run<Result>(mode: IDBTransactionMode, work: (drafts: IDBObjectStore) => IDBRequest<Result>) {
  const database = await openStore()
  return await new Promise<Result>((resolve, reject) => {
    const transaction = database.transaction(store, mode)
    const request = work(transaction.objectStore(store))
    // Wait for the commit: the tab may be closed a moment later.
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    request.onerror = () => reject(request.error)
  })
}

/** Copies that the database hasn't committed yet. A page that ends before that leaves them to its tab's next page. */
const unwritten = new Map<string, Copy>()
const leftKey = 'posthorn.unwritten'
addEventListener('pagehide', () => tabStore.write(leftKey, JSON.stringify([...unwritten.values()])))
addEventListener('pageshow', () => tabStore.remove(leftKey))

export async function keepCopy(copy: Copy): Promise<void> {
  unwritten.set(copy.id, copy)
  await run('readwrite', (drafts) => drafts.put(copy))
  if (unwritten.get(copy.id) === copy) unwritten.delete(copy.id)
}

export async function dropCopy(id: string): Promise<void> {
  unwritten.delete(id)
  await run('readwrite', (drafts) => drafts.delete(id))
}

/** Lists the copies of a post, or those of a profile's new posts, newest first. */
export async function listCopies(profileId: string, postId: string | null): Promise<Copy[]> {
  const stored: Copy[] = await run('readonly', (drafts) => drafts.getAll()).catch(() => [])
  return [...stored.filter(({ id }) => !unwritten.has(id)), ...unwritten.values()]
    .filter((copy) => copy.profileId === profileId && copy.postId === postId)
    .sort((a, b) => b.savedAt.localeCompare(a.savedAt))
}

/** Releases the copy for other tabs. */
export type Release = () => void

/** Locks a copy for this tab. Null if another tab is editing it. In browsers without locks, it is always granted. */
export const holdCopy = (id: string): Promise<Release | null> => holdName(`posthorn.copy.${id}`)

for (const copy of JSON.parse(tabStore.read(leftKey) ?? '[]')) keepCopy(copy).catch(() => {})
tabStore.remove(leftKey)
