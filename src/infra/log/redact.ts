import { refusals } from '#kernel/errors.ts'

/**
 * Masks what must not appear in a log: values by name, and secrets by their shape anywhere in a text. Both work on the
 * finished output, so the logging code and its serializers do not matter.
 */

export const masked = '***'

/** Names are compared without case, hyphens and underscores. */
const secretName =
  /^(?:(?:proxy)?authorization|cookies?|setcookie|xcronsecret|xmfacode|codeverifier|state|otp|totp|otpauthurl|credentials?|dsn|signedrequest|xamz(?:signature|credential)|sig|signature|databaseurl|databasedirecturl|smtpurl|connectionstring)$|code$|codes$|token$|tokens$|secrets?$|password|passwd|passphrase|pwd$|secret|apikey$|(?:secret|private|signing|encryption|access)key(?:id)?$|jwt$/
/** Names that end like a secret's but are not secrets. */
const openName = /^(?:status|error|exit|country|language|currency|response|sql|http)code$/

const plainName = (name: string) => name.replace(/[-_.]/g, '').toLowerCase()

export function isSecretName(name: string): boolean {
  const plain = plainName(name)
  return secretName.test(plain) && !openName.test(plain)
}

/** True for a `code` that identifies a failure, such as ECONNREFUSED, 23505 or `rate_limited`, and not a credential. */
function isFaultCode(value: unknown, insideError: boolean): boolean {
  if (typeof value !== 'string') return false
  if (Object.hasOwn(refusals, value)) return true
  return insideError && (/^(?=.*[A-Z])[A-Z0-9_]{3,64}$|^[0-9A-Z]{5}$/.test(value) || /^[a-z]+(?:_[a-z]+)+$/.test(value))
}

const errorNames = new Set(['err', 'error', 'cause', 'errors', 'reason'])

/** Copies a JSON value without secrets. */
export function redact(value: unknown, insideError = false): unknown {
  if (typeof value === 'string') return redactText(value)
  if (Array.isArray(value)) return value.map((item) => redact(item, insideError))
  if (value === null || typeof value !== 'object') return value
  const copy: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const { shown, isSecret } = lookAt(name)
    copy.push([shown, isSecret ? redactMember(name, member, insideError) : redactIn(name, member, insideError)])
  }
  return Object.fromEntries(copy)
}

/** A cache of decisions by name: the names in a log are few and occur in every line. */
const looked = new Map<string, { readonly shown: string; readonly isSecret: boolean }>()
const maxLooked = 1_000

function lookAt(name: string) {
  const known = looked.get(name)
  if (known) return known
  const look = { shown: redactText(name), isSecret: isSecretName(name) }
  if (looked.size < maxLooked) looked.set(name, look)
  return look
}

const redactIn = (name: string, member: unknown, insideError: boolean) =>
  redact(member, insideError || errorNames.has(name))

function redactMember(name: string, member: unknown, insideError: boolean): unknown {
  if (member === null || typeof member === 'boolean' || member === '') return member
  if (name === 'code' && isFaultCode(member, insideError)) return member
  // A count of tokens, or of an event such as secrets.load_failed, is not a secret.
  return typeof member === 'number' && /tokens$|^\w+\.\w+$/i.test(name) ? member : masked
}

const names =
  '(?:[\\w-]*(?:password|passwd|passphrase|token|secret|api[-_]?key|access[-_]?key(?:[-_]?id)?|private[-_]?key|jwt)|pwd|x-mfa-code|code_?verifier|x-amz-(?:signature|credential)|signature|sig|signed_request|t?otp)'
const shortNames = '(?:[\\w]*code|state)'
const headerNames = '(?:(?:proxy-)?authorization|(?:set-)?cookie|x-api-key|x-cron-secret|x-mfa-code)'
/** A quote, with the backslashes of JSON text nested in JSON text. */
const quote = '\\\\{0,31}["\']'
const quoted = `(?<open>${quote})(?:(?!\\k<open>)[^\\r\\n])*(?:\\k<open>)?`
const bare = '[^\\s&"\'`,;<>(){}\\[\\]\\\\]+'

const shortMember = new RegExp(`(${quote}${shortNames}${quote}\\s*:\\s*)(?:${quoted}|${bare})`, 'gi')

type Rule = readonly [pattern: RegExp, replacement: string | ((...parts: string[]) => string)]

/** The rules, with those that match the longest text first. */
const rules: readonly Rule[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, masked],
  // Passwords of databases and mail servers may contain any character, even an unescaped `/` or `@`.
  [
    /\b((?:postgres(?:ql)?|mysql|mariadb|redis|rediss|amqps?|mongodb(?:\+srv)?|smtps?):\/\/[^\s:@/"'`]{0,200}):[^\s"'`]{0,500}@/gi,
    `$1:${masked}@`,
  ],
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/[^\s:@/?#"'`\\]{0,200}):[^\s/?#"'`\\]{0,500}@/gi, `$1:${masked}@`],
  [/\b(https?:\/\/)[^\s:@/?#"'`\\]{1,500}@/gi, `$1${masked}@`],
  // A header as a line of text: its value extends to the end of the line.
  [
    new RegExp(`(?<![\\w-])(${headerNames}${quote}?\\s*[:=]\\s*)(?:${quoted}|[^"'\\\\\\r\\n][^"\\r\\n]*)`, 'gi'),
    `$1${masked}`,
  ],
  [/\b(Bearer\s+)[\w.~+/=-]+/gi, `$1${masked}`],
  [
    /\b(Basic\s+)([A-Za-z0-9+/_-]{4,}={0,2})/g,
    (whole, head = '', text = '') => (isBasic(text) ? head + masked : whole),
  ],
  [/(?<![A-Za-z0-9_-])eyJ[\w-]{4,}(?:\.[\w-]*){2,4}/g, masked],
  [/(?<![A-Za-z0-9])ph_[A-Za-z0-9_-]{6,}/g, `ph_${masked}`],
  [/(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=_-]{6,}/g, `whsec_${masked}`],
  [/(?<![A-Za-z0-9])xox[a-z]-[A-Za-z0-9-]{6,}/g, masked],
  [/\d{6,12}:[A-Za-z0-9_-]{30,}/g, masked],
  // `name=value` and `name: value`, in queries, forms, JSON inside a text and printed objects.
  [new RegExp(`(?<![\\w-])(${names}${quote}?\\s*[:=]\\s*)(?:${quoted}|${bare})`, 'gi'), `$1${masked}`],
  // These names are also everyday words, so only values in a query, a form or an object are masked.
  [new RegExp(`([?&#]${shortNames}=)${bare}`, 'gi'), `$1${masked}`],
  [new RegExp(`(?<![\\w-])(${shortNames}=)[^\\s&"'\`,;<>\\\\]{6,}`, 'gi'), `$1${masked}`],
  [shortMember, `$1${masked}`],
]

/** Error codes in a network's response: a number or a word under the name `code`. */
const faultCode =
  /^(["'])?(?:error|sub|error_?sub|service_?error|status)?_?code\1\s*:\s*(?:-?\d{1,10}|(["'])(?:\d{1,10}|[A-Za-z]+(?:[_.][A-Za-z0-9]+)*)\2)$/i

const answerRules: readonly Rule[] = rules.with(-1, [
  shortMember,
  (whole, head = '') => (faultCode.test(whole.replaceAll('\\', '')) ? whole : head + masked),
])

/** A quick check: every text that a rule would change contains one of these. */
const suspicious =
  /:\/\/|-----BEGIN|bearer|basic|eyJ|ph_|whsec_|xox|\d:[\w-]{30}|cookie|auth|pass|pwd|token|secret|key|jwt|code|state|sig|otp/i

export const redactText = (text: string): string => redactBy(rules, text)

/** Redacts the body of a network's response but keeps its error codes, which are needed to look up the failure. */
export const redactAnswer = (text: string): string => redactBy(answerRules, text)

function redactBy(given: readonly Rule[], text: string): string {
  if (!suspicious.test(text)) return text
  let clean = text
  for (const [pattern, replacement] of given) clean = clean.replace(pattern, replacement as string)
  return clean
}

function isBasic(text: string): boolean {
  return Buffer.from(text, 'base64').includes(':')
}

/** Wire ids and UUIDs: long, but no secrets. */
const idText = /^(?:[a-z]{2,10}_[0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** The length of 100 random bits; our tokens have 128 or more. */
const shortestToken = 17
const mayBeToken = (piece: string): boolean => piece.length >= shortestToken && /[A-Z0-9]/.test(piece)

/**
 * Masks anything in a path that looks like a token. A route knows which of its parts are secret, but the same path with
 * another method, an extra slash or an escape does not match a route and is still logged.
 */
function redactPath(path: string): string {
  const steps = path.split('/').map((step) => {
    const plain = decoded(step)
    if (idText.test(plain)) return step
    const shown = plain.replace(/[\w-]+/g, (piece) => (mayBeToken(piece) ? masked : piece))
    return shown === plain ? step : shown
  })
  return redactText(steps.join('/'))
}

/** Masks the values of secret query parameters, and tokens in the path, of a request's URL. */
export function redactUrl(url: string): string {
  const [path = '', ...rest] = url.split('?')
  if (rest.length === 0) return redactPath(path)
  const query = rest
    .join('?')
    .split('&')
    .map((pair) => {
      const name = pair.split('=', 1)[0] ?? ''
      return pair.length > name.length && isSecretName(decoded(name)) ? `${name}=${masked}` : redactText(pair)
    })
  return `${redactPath(path)}?${query.join('&')}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
