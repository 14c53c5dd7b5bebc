import type { Input } from '@posthorn/sdk'
import type { PostsSearch, Tab } from './posts-search.ts'
import { troubled } from './put-in-list.ts'

type ListedTab = Exclude<Tab, 'trash'>

const pageSize = 50

/** Returns the request for a tab's posts from the search parameters. The trash has its own operation. */
export const listRequest = (profileId: string, tab: ListedTab, { q, account }: PostsSearch): Input<'listPosts'> => ({
  profileId,
  limit: pageSize,
  ...(q && { q }),
  ...(account && { accountId: account }),
  ...requestOfTab(tab),
})

function requestOfTab(tab: ListedTab): Pick<Input<'listPosts'>, 'sort' | 'status'> {
  switch (tab) {
    case 'all':
      return {}
    case 'scheduled':
      return { sort: 'scheduled' }
    case 'failed':
      return { status: [...troubled] }
    default:
      return { status: [tab] }
  }
}
