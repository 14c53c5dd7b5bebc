import { useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { type Conversation, type Item, itemsQuery } from '../inbox-query.ts'
import { nameOf } from '../name-of.ts'

export interface Acts {
  readonly like: (item: Item) => void
  /** Hides a comment, or shows it again. */
  readonly hide: (item: Item) => void
  /** Removes an item from its network. Rejects if the service refuses. */
  readonly remove: (item: Item) => Promise<void>
}

/**
 * Likes, hides and removes items. The page shows a change at once, and takes it back with a message if the service
 * refuses. What the network refuses later is stated with the item.
 */
export function useActs({ profileId, id, network }: Conversation): Acts {
  const { inbox: words, shell } = useMessages('inbox')
  const queries = useQueryClient()
  const { queryKey } = itemsQuery(profileId, id)
  const put = (changed: Item) =>
    queries.setQueryData(queryKey, (items) => items?.map((one) => (one.id === changed.id ? changed : one)))
  const change = async (item: Item, to: { readonly liked?: boolean; readonly hidden?: boolean }): Promise<void> => {
    await queries.cancelQueries({ queryKey })
    put({ ...item, ...to })
    try {
      put(await api.updateInboxItem({ id: item.id, ...to }))
    } catch (error) {
      put(item)
      if (error instanceof Error) tellFailure(words.acts.notDone, error)
    }
  }
  return {
    like: (item) => void change(item, { liked: !item.liked }),
    hide(item) {
      const { hidden } = item
      void change(item, { hidden: !hidden })
      const name = nameOf(item.sender)
      tell({
        title: hidden ? words.acts.isShown(name) : words.acts.isHidden(name, networks[network].name),
        undo: { label: shell.undo, run: () => void change({ ...item, hidden: !hidden }, { hidden }) },
      })
    },
    async remove(item) {
      await queries.cancelQueries({ queryKey })
      put(await api.removeInboxItem({ id: item.id }))
    },
  }
}
