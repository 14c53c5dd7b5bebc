/** The moments at which a client disconnects. */
const points = ['before the head', 'in the head', 'after the head', 'in the body', 'in the answer'] as const
const ways = ['fin', 'rst'] as const
const delaysMs = [0, 1, 2, 4, 8, 13, 20] as const
/** Wrong declarations of a client about its body, and correct ones that are refused. */
const lies = [
  'far too many bytes declared',
  'too many bytes declared',
  'too few bytes declared',
  'no length declared',
  'chunked without an end',
  'a short body',
  'a body of 300 KB',
  'a body of 900 KB in chunks',
] as const

export type Attack =
  | {
      readonly kind: 'break'
      readonly point: (typeof points)[number]
      readonly way: (typeof ways)[number]
      readonly delayMs: number
    }
  | { readonly kind: 'lie'; readonly lie: (typeof lies)[number] }

/** A route with everything needed for a request. */
export interface Aim {
  readonly name: string
  readonly method: string
  readonly path: string
  /** The type and the first bytes of the body; null for methods without a body. */
  readonly body: { readonly type: string; readonly begins: string } | null
}

/** Every attack on a route. With `few`, each point and each way of disconnecting, with one delay. */
export function attacksOn(few: boolean): Attack[] {
  const breaks = points.flatMap((point, nth) =>
    ways.flatMap((way, other) =>
      (few ? [delaysMs[(nth * 2 + other) % delaysMs.length] ?? 0] : delaysMs).map(
        (delayMs): Attack => ({ kind: 'break', point, way, delayMs }),
      ),
    ),
  )
  return [...breaks, ...lies.map((lie): Attack => ({ kind: 'lie', lie }))]
}

export const named = (attack: Attack): string =>
  attack.kind === 'lie' ? attack.lie : `${attack.way} ${attack.point} after ${attack.delayMs} ms`

export function headOf({ method, path, body }: Aim, token: string, framing: string): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    'accept: */*',
    ...(body ? [`content-type: ${body.type}`] : []),
    ...(framing === '' ? [] : [framing]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

export const padded = ({ body }: Aim, length: number): string =>
  (body?.begins ?? '').padEnd(length, 'x').slice(0, length)

interface Written {
  readonly bytes: string
  /** False if the client has not sent what it declared, so that the server must wait for more. */
  readonly isWhole: boolean
  /** True if bytes follow that are not part of any request. */
  readonly hasMore: boolean
}

/** Returns the bytes of a wrong declaration. */
export function writtenAs(aim: Aim, token: string, lie: (typeof lies)[number]): Written {
  const head = (framing: string) => headOf(aim, token, framing)
  const declared = (length: number, sent: number) => `${head(`content-length: ${length}`)}${padded(aim, sent)}`
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  switch (lie) {
    case 'far too many bytes declared':
      return { bytes: declared(600_000_000, 1_000), isWhole: false, hasMore: false }
    case 'too many bytes declared':
      return { bytes: declared(5_000, 1_000), isWhole: false, hasMore: false }
    case 'too few bytes declared':
      return { bytes: declared(10, 100), isWhole: true, hasMore: true }
    case 'no length declared':
      return { bytes: `${head('')}${padded(aim, 100)}`, isWhole: true, hasMore: true }
    case 'chunked without an end':
      return {
        bytes: `${head('transfer-encoding: chunked')}${chunk(padded(aim, 1_000))}`,
        isWhole: false,
        hasMore: false,
      }
    case 'a short body':
      return { bytes: declared(200, 200), isWhole: true, hasMore: false }
    case 'a body of 300 KB':
      return { bytes: declared(300_000, 300_000), isWhole: true, hasMore: false }
    case 'a body of 900 KB in chunks': {
      const parts = [padded(aim, 450_000), 'x'.repeat(450_000)]
      const bytes = `${head('transfer-encoding: chunked')}${parts.map(chunk).join('')}0\r\n\r\n`
      return { bytes, isWhole: true, hasMore: false }
    }
    default:
      return lie satisfies never
  }
}
