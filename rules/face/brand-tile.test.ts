import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brandColorOf, brandLetter, inkOn } from './brand-tile.ts'

const luminance = (color: string): number => {
  const long = color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('the text on each color has a contrast of at least 4.5 : 1', () => {
  const parts = Array.from({ length: 18 }, (_, nth) => (nth * 15).toString(16).padStart(2, '0'))
  for (const red of parts)
    for (const green of parts)
      for (const blue of parts) {
        const color = `#${red}${green}${blue}`
        const [one, other] = [luminance(color) + 0.05, luminance(inkOn(color)) + 0.05]
        const contrast = Math.max(one, other) / Math.min(one, other)
        assert.ok(contrast >= 4.5, `${color}: ${contrast.toFixed(2)}`)
      }
})

test('a brand without a valid color has a neutral one', () => {
  assert.equal(brandColorOf('#C08552'), '#C08552')
  const neutral = brandColorOf(null)
  for (const color of [undefined, '', 'red', '#fff', '#12345', '#C08552;x']) assert.equal(brandColorOf(color), neutral)
})

test('the letter is the first letter or digit of the name, and a whole grapheme', () => {
  for (const [name, letter] of [
    ['Harbour Coffee', 'H'],
    ['  harbour', 'H'],
    ['“Ana” & co', 'A'],
    ['🍋 Lemon', 'L'],
    ['éclair', 'É'],
    ['e\u0301clair', 'E\u0301'],
    ['👨‍👩‍👧', '👨‍👩‍👧'],
    ['7 days', '7'],
    ['_under', 'U'],
    ['', ''],
  ] as const)
    assert.equal(brandLetter(name), letter, name)
})
