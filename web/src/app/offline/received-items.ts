/** Words and files that another app shared with this one, as the service worker keeps them. */
interface ReceivedItem {
  readonly title: string
  readonly text: string
  readonly url: string
  readonly files: readonly File[]
}

/** Takes what was shared out of the browser's store; null: there is none. */
export async function takeReceivedItem(id: string): Promise<ReceivedItem | null> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('posthorn-shared', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('items', { keyPath: 'id' })
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  try {
    return await new Promise((resolve, reject) => {
      const items = database.transaction('items', 'readwrite').objectStore('items')
      const reading: IDBRequest<ReceivedItem | undefined> = items.get(id)
      reading.onsuccess = () => {
        items.delete(id)
        resolve(reading.result ?? null)
      }
      reading.onerror = () => reject(reading.error)
    })
  } finally {
    database.close()
  }
}

/** Joins the parts of a shared item to the text of a post, each once: many apps repeat the address in the text. */
export const wordsOf = ({ title, text, url }: ReceivedItem): string =>
  [title, text, url]
    .filter(
      (part, nth, parts) => part !== '' && !parts.some((other, at) => at !== nth && includes(other, part, at < nth)),
    )
    .join('\n\n')

/** Finds a part in another one. Of two equal parts the first one stays. */
const includes = (other: string, part: string, isEarlier: boolean): boolean =>
  other.includes(part) && (other !== part || isEarlier)
