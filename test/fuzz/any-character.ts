import fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800

/**
 * Any Unicode character, for `fc.string({ unit })`. The library's own unit `binary` is the same, but first builds a
 * table of a million characters, which takes a second and a hundred megabytes.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((code) => String.fromCodePoint(code < firstSurrogate ? code : code + surrogates))
