/** A pattern whose time is bounded although the check cannot detect it, with the reason. */
interface Exception {
  readonly path: string
  /** The beginning of its code. */
  readonly begins: string
  readonly because: string
}

export const exceptions: readonly Exception[] = [
  {
    path: 'src/infra/http/docs/paint-code.ts',
    begins: 'new RegExp(',
    because: 'it reads the examples of our own guides, once at the start',
  },
  {
    path: 'src/modules/mail/layout/styled.ts',
    begins: 'new RegExp(`',
    because: 'the look ahead ends with the tag, and values are escaped, so only templates have tags',
  },
  {
    path: 'rules/count/weigh.ts',
    begins: 'new RegExp(String.raw',
    because: 'it repeats nothing, and the longest emoji has a dozen characters',
  },
  {
    path: 'rules/mentions.ts',
    begins: 'new RegExp(',
    because: 'it repeats nothing: at most 20 escaped names, and two characters after them',
  },
  {
    path: 'src/kernel/ids.ts',
    begins: 'new RegExp(wirePattern(prefix))',
    because: 'our own prefix and 26 characters, from the start of the text to its end',
  },
  {
    path: 'src/infra/http/schemas.ts',
    begins: 'new RegExp(wirePattern(prefix))',
    because: 'our own prefix and 26 characters, from the start of the text to its end',
  },
  {
    path: 'src/infra/http/openapi/route-table.ts',
    begins: 'new RegExp(`^${steps.join(',
    because: 'from the start of the address to its end, and no step can take the slash behind it',
  },
  {
    path: 'src/connectors/api/json-api.ts',
    begins: '/"(?:',
    because: 'a quote runs to the next one or to the end of the text, where it always matches',
  },
  {
    path: 'src/infra/log/redact.ts',
    begins: '/\\b((?:postgres(?:ql)?|',
    because: 'a password may hold anything, an address too; it is looked through for 500 characters at most',
  },
  {
    path: 'sandbox/networks/threads/posts/text.ts',
    begins: '/https?:',
    because: 'an address that begins within it ends with a slash, which it can end with as well',
  },
]
