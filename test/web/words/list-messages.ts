/** Chosen by codes of the service, whose English words come with the code. */
const byCode = /^verdicts\.|\.(say|sayField|about|found|whyMissing|wentWrong|hint|failures|failed)$/

/** A value for each parameter of a message: digits, since a message may count or format them. */
const given = Array.from({ length: 4 }, (_, nth) => {
  const fields = Object.fromEntries(['brand', 'by', 'handle'].map((name, no) => [name, `80${nth}${no}`]))
  return Object.assign(new String(`700${nth}`), fields)
})

/** Lists the messages of a catalog by their keys. Numbers stand for the values of a message. */
export function listMessages(part: unknown, key = ''): [string, string][] {
  if (typeof part === 'string') return [[key, part]]
  if (typeof part === 'function') return byCode.test(key) ? [] : [[key, String(part(...given))]]
  return Object.entries(part ?? {}).flatMap(([name, inner]) =>
    listMessages(inner, key === '' ? name : `${key}.${name}`),
  )
}
