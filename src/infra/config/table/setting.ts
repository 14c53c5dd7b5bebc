import { isIP } from 'node:net'
import { z } from 'zod'
import { cronFaults } from '#kernel/cron/cron.ts'
import { isLoopback } from '../loopback.ts'

/** A setting: the schema of its text, its default, and its description for operators. */
export interface Setting {
  readonly is: z.ZodType
  readonly fallback: string | null
  readonly about: string
  /** Can be stored encrypted in the database, which then overrides the environment. */
  readonly isStorable?: true
}

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

export const cronSchedule = z.string().superRefine((value, context) => {
  for (const { message } of cronFaults(value)) context.addIssue({ code: 'custom', message })
})

export const origin = z
  .string()
  .refine((value) => isOrigin(value), 'must be an origin such as https://posts.example.com, without a path')

function isOrigin(value: string): boolean {
  try {
    const url = new URL(value)
    return (url.protocol === 'http:' || url.protocol === 'https:') && `${url.origin}` === value.replace(/\/$/, '')
  } catch {
    return false
  }
}

/** A comma-separated list. */
export const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
)

export const origins = commaList.transform((all) => all.map((one) => one.replace(/\/$/, ''))).pipe(z.array(origin))

export const proxies = z
  .string()
  .refine(
    (value) => value.split(',').every((one) => isProxy(one.trim())),
    'must be loopback, linklocal, uniquelocal, or addresses and ranges such as 10.0.0.0/8, separated by commas',
  )

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be a URL such as postgres://user:password@host:5432/name')
export const keyHex = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes as 64 hexadecimal digits; create one with `openssl rand -hex 32`')

export const issuer = z
  .string()
  .refine(
    (value) => isIssuer(value),
    'must be the URL of the identity provider, exactly as in the `iss` claim of its tokens: https://…, or http:// ' +
      'on a loopback address',
  )

function isIssuer(value: string): boolean {
  const url = URL.parse(value)
  if (url?.username !== '' || url.password !== '' || /[?#\s]/.test(value)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(value))
}

/** The roles of an installation that a claim can give. A setting cannot take away what everyone has. */
const givenRoles = ['support', 'admin', 'superadmin'] as const

/** Pairs such as `owners=superadmin`. A value may contain `=`, so the role is what follows the last one. */
export const roleValues = commaList
  .transform((pairs) =>
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=')
      return { value: pair.slice(0, Math.max(at, 0)).trim(), role: pair.slice(at + 1).trim() }
    }),
  )
  .pipe(
    z.array(
      z.object({
        value: z.string().min(1, 'must be pairs such as posthorn-admins=admin'),
        role: z.enum(givenRoles, `must name one of the roles ${givenRoles.join(', ')} after each =`),
      }),
    ),
  )

export const networkUrl = z
  .string()
  .refine((value) => isNetworkUrl(value), 'must be a URL such as https://bsky.social, without a query or fragment')
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))

function isNetworkUrl(value: string): boolean {
  const url = URL.parse(value)
  if (url?.username !== '' || url.password !== '' || /[?#\s]/.test(value)) return false
  return url.protocol === 'https:' || url.protocol === 'http:'
}

export const credential = z.string().regex(/^[\x21-\x7e]{3,500}$/, 'must be 3 to 500 ASCII characters without spaces')

export const versionWord = z.string().regex(/^[\w.-]{1,20}$/, 'must be a version such as 202609')

export const scopeWords = z
  .string()
  .regex(/^[\w.:/-]{1,100}(?:[ ,]+[\w.:/-]{1,100}){0,50}$/, 'must be scopes separated by spaces')

export const redirects = commaList.pipe(
  z.array(z.string().refine(isRedirect, 'must be complete URLs such as https://app.example.com/connected')),
)

function isRedirect(value: string): boolean {
  const url = URL.parse(value)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '' && !/[\s\\*]/.test(value)
  )
}
