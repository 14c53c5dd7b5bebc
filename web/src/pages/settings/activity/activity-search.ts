import type { Input } from '@posthorn/sdk'

/** The filters of a brand's activity. Days are the reader's. */
export interface ActivityFilter extends Pick<Input<'listProfileActivity'>, 'actor' | 'source' | 'action'> {
  readonly from?: string
  readonly to?: string
}

/** The view and its filters in the URL. */
export interface ActivitySearch extends ActivityFilter {
  readonly of?: 'you'
}

const patterns = {
  of: /^you$/,
  actor: /^usr_\w+$/,
  source: /^(web|chat|api-key|app|system)$/,
  action: /^[\w.-]+$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
}

/** Reads the view and its filters from the URL, and ignores what it does not know. */
export const readActivitySearch = (search: { readonly [field in keyof ActivitySearch]: unknown }): ActivitySearch =>
  Object.fromEntries(
    Object.entries(patterns).flatMap(([field, pattern]) => {
      const value = search[field as keyof ActivitySearch]
      return typeof value === 'string' && pattern.test(value) ? [[field, value]] : []
    }),
  )
