// Says that a browser is too old, instead of a white page. Old browsers must be able to read this file: no newer syntax.
;(() => {
  // Both came with Safari 17, and later than Chromium 120 and Firefox 114.
  if (window.URL && URL.canParse && window.Set && Set.prototype.union) return
  var isGerman = /^de/i.test(navigator.language || '')
  var root = document.getElementById('root')
  document.documentElement.setAttribute('data-too-old', '')
  root.className = 'mx-auto grid min-h-dvh max-w-md content-center gap-1 p-6 text-center'
  function add(tag, looks, text) {
    var element = document.createElement(tag)
    element.className = looks
    element.appendChild(document.createTextNode(text))
    root.appendChild(element)
  }
  add('h1', 'text-2xl font-semibold', isGerman ? 'Dieser Browser ist zu alt' : 'This browser is too old')
  add(
    'p',
    'text-ink-2',
    isGerman
      ? 'Aktualisiere ihn oder öffne Posthorn in Safari 17, Firefox 140, Chrome 131 oder neuer.'
      : 'Update it, or open Posthorn in Safari 17, Firefox 140, Chrome 131 or newer.',
  )
})()
