/**
 * Small things that this browser remembers. A browser may forbid that, with an error at the first mention of its store: then
 * they last as long as the page. Nothing else in the web face names these stores.
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
      const isKept = attempt((store) => {
        store.setItem(key, value)
        return true
      })
      if (isKept) onPage.delete(key)
      else onPage.set(key, value)
    },
    remove: (key) => {
      onPage.delete(key)
      attempt((store) => store.removeItem(key))
    },
  }
}

/** Stays until the user deletes it. */
export const browserStore = openStore(() => localStorage)
/** Ends with the tab. */
export const tabStore = openStore(() => sessionStorage)
