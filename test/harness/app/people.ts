import type { Client } from '../client.ts'

export interface Person extends Client {
  readonly uid: string
  readonly email: string
  readonly password: string
  readonly token: string
  readonly refreshToken: string
}

export const emailOf = (name: string): string => `${name}@example.com`

/** Signs up a person with this name through the API. */
export async function signUp(client: (token: string | null) => Client, name: string): Promise<Person> {
  const email = emailOf(name)
  const password = `correct horse of ${name}`
  const { body, status } = await client(null).post('/v1/auth/sign-up', { email, password, name })
  if (status !== 201) throw new Error(`${name} could not sign up: ${JSON.stringify(body)}`)
  const { token, refreshToken, user } = body as { token: string; refreshToken: string; user: { uid: string } }
  return { ...client(token), uid: user.uid, email, password, token, refreshToken }
}
