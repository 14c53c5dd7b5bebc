/** The results of work on a list: one for each item, so a list with one item has one result. */
export type Each<List extends readonly unknown[], Result> = { -readonly [Place in keyof List]: Result }

/** Types results that were made one for each item of `list`, in its order. */
export const eachOf = <List extends readonly unknown[], Result>(
  _list: List,
  results: readonly Result[],
): Each<List, Result> => results as unknown as Each<List, Result>
