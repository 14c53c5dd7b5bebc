/** Text and files that another app shared with this one, as the service worker passes them on. */
export interface ReceivedItem {
  readonly title: string
  readonly text: string
  readonly url: string
  readonly files: readonly File[]
}

async function run<Result>(mode: IDBTransactionMode, work: (items: IDBObjectStore) => IDBRequest<Result>) {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('posthorn-shared', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('items', { keyPath: 'id' })
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  try {
    return await new Promise<Result>((resolve, reject) => {
      const request = work(database.transaction('items', mode).objectStore('items'))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } finally {
    database.close()
  }
}

/** Reads a shared item. Null if it was used or discarded. */
export const readReceivedItem = async (id: string): Promise<ReceivedItem | null> =>
  (await run<ReceivedItem | undefined>('readonly', (items) => items.get(id))) ?? null

export const dropReceivedItem = async (id: string): Promise<void> =>
  void (await run('readwrite', (items) => items.delete(id)))

/**
 * Joins the parts of a shared item into the text of a post, without repetition: many apps repeat the URL in the text.
 */
export const wordsOf = ({ title, text, url }: ReceivedItem): string =>
  [title, text, url]
    .filter(
      (part, nth, parts) => part !== '' && !parts.some((other, at) => at !== nth && includes(other, part, at < nth)),
    )
    .join('\n\n')

/** True if `other` contains `part`. Of two equal parts, the first is kept. */
const includes = (other: string, part: string, isEarlier: boolean): boolean =>
  other.includes(part) && (other !== part || isEarlier)
