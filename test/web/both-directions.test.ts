import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Classes and properties of one side of the screen, which stay there where text is read from right to left. */
const physical = [
  /(?<![\w-])-?(?:[mp][lr]|left|right|scroll-[mp][lr]|(?:border|rounded)-(?:[lr]|[tb][lr]))-(?:\d|[[(]|(?:px|auto|full|none|sm|md|lg|xl|transparent)\b)/g,
  /(?<![\w-])(?:(?:text|float|clear|origin)-(?:left|right)|(?:border|rounded)-[lr])(?![\w-])/g,
  /(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)|(?:text-align|float):\s*(?:left|right))\b/g,
]

const findPhysical = (source: string): string[] => physical.flatMap((pattern) => source.match(pattern) ?? [])

test('the search finds classes and properties of one side, and no logical ones', () => {
  const sides = ['ml-2', '-mr-px', 'md:pl-4', 'left-0', 'right-[3px]', 'rounded-tl-lg', 'border-r', 'text-left']
  for (const one of [...sides, 'padding-left: 2px', 'text-align: right'])
    assert.equal(findPhysical(`className="flex ${one} grow"`).length, 1, one)
  const logical = 'ms-2 -me-px md:ps-4 start-0 end-1 rounded-ss-lg border-e text-start text-end padding-inline-start: 0'
  assert.deepEqual(findPhysical(logical), [])
})

test('the pages name no side of the screen: the start of a line is on the right for some readers', () => {
  const files = globSync('web/src/**/*.{ts,tsx,css}').filter((path) => !path.includes('/i18n/'))
  assert.ok(files.length > 200)
  const found = files.flatMap((path) => findPhysical(readFileSync(path, 'utf8')).map((one) => `${path}: ${one}`))
  assert.deepEqual(found, [])
})
