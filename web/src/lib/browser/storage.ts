/**
 * Small values stored in this browser. If the browser forbids that and throws on access, they last as long as the page.
 * The rest of the web app does not use these stores directly.
 */
interface SmallStore {
  readonly read: (key: string) => string | null
  readonly write: (key: string, value: string) => void
  readonly remove: (key: string) => void
}

function openStore(find: () => Storage): SmallStore {
  const onPage = new Map<string, string>()
  const attempt = <Result>(work: (store: Storage) => Result): Result | null => {
    try {
      return work(find())
    } catch {
      return null
    }
  }
  return {
    read: (key) => onPage.get(key) ?? attempt((store) => store.getItem(key)),
    write: (key, value) => {
      const isPersistent = attempt((store) => {
        store.setItem(key, value)
        return true
      })
      if (isPersistent) onPage.delete(key)
      else onPage.set(key, value)
    },
    remove: (key) => {
      onPage.delete(key)
      attempt((store) => store.removeItem(key))
    },
  }
}

/** Persists until the user deletes it. */
export const browserStore = openStore(() => localStorage)
/** Lasts as long as the tab. */
export const tabStore = openStore(() => sessionStorage)
