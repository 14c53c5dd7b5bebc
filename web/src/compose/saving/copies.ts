import { holdName } from '#web/lib/browser/lock.ts'
import type { Draft } from '../draft/draft.ts'
import type { Fields } from '../draft/request.ts'

/** A version of the post that the service and this page had in common. */
export interface KnownVersion {
  readonly id: string
  readonly etag: string
  readonly updatedAt: string
  readonly isDraft: boolean
  readonly draft: Draft
}

/** The request that makes the post. It is kept until it is answered, so that it is repeated word for word. */
export interface Birth {
  readonly key: string
  readonly fields: Fields
  readonly draft: Draft
}

/** A post that is being written, as this browser keeps it until the service has it. */
export interface Copy {
  readonly id: string
  readonly profileId: string
  /** The post, once there is one. */
  readonly postId: string | null
  readonly draft: Draft
  readonly base: KnownVersion | null
  readonly birth: Birth | null
  /** Drafts that were sent and not answered. */
  readonly sent: readonly Draft[]
  readonly savedAt: string
  /** True for words from elsewhere: another app shared them, or they were written offline. */
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
    // What is written counts once it is committed: the tab may be gone a moment later.
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    request.onerror = () => reject(request.error)
  })
}

export const keepCopy = async (copy: Copy): Promise<void> => void (await run('readwrite', (drafts) => drafts.put(copy)))
export const dropCopy = async (id: string): Promise<void> =>
  void (await run('readwrite', (drafts) => drafts.delete(id)))

/** Lists the copies of a post, or those of new posts of a profile, newest first. */
export async function listCopies(profileId: string, postId: string | null): Promise<Copy[]> {
  const all: Copy[] = await run('readonly', (drafts) => drafts.getAll())
  return all
    .filter((copy) => copy.profileId === profileId && copy.postId === postId)
    .sort((a, b) => b.savedAt.localeCompare(a.savedAt))
}

/** Frees the copy for other tabs. */
export type Release = () => void

/** Holds a copy for this tab. Null: another tab writes in it. Where browsers have no locks, a tab cannot tell, and takes it. */
export const holdCopy = (id: string): Promise<Release | null> => holdName(`posthorn.copy.${id}`)
