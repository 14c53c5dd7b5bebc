/** Thrown when a response has an error status. */
export class Refused extends Error {
  readonly status: number
  readonly text: string

  constructor(request: string, status: number, text: string) {
    super(`${request} answered ${status}: ${text}`)
    this.status = status
    this.text = text
  }
}

/** Sends a request whose body is JSON or a form, and returns the JSON of the response. */
export async function send<Answer>(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: object,
): Promise<Answer> {
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Refused(`${method} ${url}`, response.status, text)
  return (text === '' ? {} : JSON.parse(text)) as Answer
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The user that most programs sign up. */
export const ada = { email: 'ada@example.org', password: 'the gulls of November', name: 'Ada' }

/** Signs the user in and returns the token of the session. */
export async function signIn(url: string): Promise<string> {
  const { email, password } = ada
  return (await send<{ token: string }>('POST', `${url}/v1/auth/sign-in`, {}, { email, password })).token
}
