import { type Answer, Refused } from '../../core/http/request.ts'

/** An error of any Meta network: a code, and often a subcode with more detail. */
export interface Wrong {
  readonly message: string
  readonly code: number
  readonly subcode?: number
  readonly type?: 'OAuthException' | 'GraphMethodException' | 'FacebookApiException' | 'THApiException'
  readonly status?: number
  readonly title?: string
  readonly say?: string
  readonly transient?: boolean
  /** Data that an app may need to continue. */
  readonly data?: object
  readonly headers?: Readonly<Record<string, string>>
}

export function wrongAnswer(wrong: Wrong): Answer {
  const { message, code, subcode, type = 'OAuthException', title, say, transient, data, headers = {} } = wrong
  const error = {
    message,
    type,
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    ...(transient === undefined && title === undefined ? {} : { is_transient: transient ?? false }),
    ...(title === undefined ? {} : { error_user_title: title, error_user_msg: say ?? message }),
    ...(data === undefined ? {} : { error_data: data }),
    fbtrace_id: `A${Buffer.from(`${code}/${subcode ?? 0}/${message.length}`).toString('base64url')}`,
  }
  return { status: wrong.status ?? statusOf(code), headers, body: { error } }
}

function statusOf(code: number): number {
  if (code === 1 || code === 2) return 500
  if ([4, 10, 17, 32, 368, 613].includes(code) || (code >= 200 && code < 300)) return 403
  return 400
}

export function refuse(wrong: Wrong): never {
  throw new Refused(wrongAnswer(wrong))
}

export const badParam = (what: string, subcode?: number): never =>
  refuse({ message: `(#100) ${what}`, code: 100, ...(subcode === undefined ? {} : { subcode }) })

/** Rejects an object that does not exist. An object that the caller may not see gets the same response. */
export const noObject = (id: string, verb: 'get' | 'post' | 'delete' = 'get'): never =>
  refuse({
    message: `Unsupported ${verb} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
    type: 'GraphMethodException',
    code: 100,
    subcode: 33,
  })
