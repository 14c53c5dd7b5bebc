import type { Input } from '@posthorn/sdk'

/** The number of posts that the service summarizes in one call. */
const postsAtOnce = 100

/** The columns of the table of posts, by the service's name for their order. */
const orders = {
  at: 'date',
  views: 'views',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  rate: 'engagementRate',
} as const

/** The filters of a table of published posts. */
export type PublishedFilter = Pick<
  Input<'listPosts'>,
  'accountId' | 'authorUid' | 'label' | 'publishedFrom' | 'publishedTo'
>

/** Returns the request for published posts in the order of a column, such as `views`, or `-views` if ascending. */
export function publishedPostsRequest(
  profileId: string,
  sort: string,
  filter: PublishedFilter = {},
): Input<'listPosts'> {
  const column = sort.replace(/^-/, '')
  return {
    ...{ profileId, status: ['published', 'partial'], limit: postsAtOnce, ...filter },
    sort: isColumn(column) ? orders[column] : 'date',
    order: sort.startsWith('-') ? 'asc' : 'desc',
  }
}

const isColumn = (name: string): name is keyof typeof orders => name in orders
