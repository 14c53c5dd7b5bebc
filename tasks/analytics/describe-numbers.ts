import { countWords } from '../count-words.ts'

interface Numbers {
  readonly posts: number
  readonly views: number
  readonly likes: number
  readonly comments: number
  readonly shares: number
}

/** Writes the numbers of posts in one line: `2 posts, 120 views, 1 like, 0 comments, 3 shares`. */
export const describeNumbers = ({ posts, views, likes, comments, shares }: Numbers): string =>
  [
    countWords(posts, 'post'),
    countWords(views, 'view'),
    countWords(likes, 'like'),
    countWords(comments, 'comment'),
    countWords(shares, 'share'),
  ].join(', ')
