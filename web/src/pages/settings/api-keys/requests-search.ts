const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

/** The filters of the request log. */
export interface RequestFilter {
  readonly key?: string
  readonly status?: (typeof statusClasses)[number]
}

export function readRequestsSearch({ key, status }: Record<string, unknown>): RequestFilter {
  const known = statusClasses.find((one) => one === status)
  return {
    ...(typeof key === 'string' && key.startsWith('key_') && { key }),
    ...(known && { status: known }),
  }
}

/** Converts the filters to API parameters. */
export const toQuery = ({ key, status }: RequestFilter) => ({ ...(key && { keyId: key }), ...(status && { status }) })
