// The engine gives the same bits on every platform: no Math function whose result the language leaves open, no clock, no randomness,
// nothing from outside. Scenes must build the same world everywhere, so they keep to the same list.
import ts from 'typescript'
import { isIn, problemAt, walk, type Problem, type SourceFile } from './problem.ts'

/** Exactly specified by the language, or constants. */
const EXACT_MATH: readonly string[] = [
  'abs', 'min', 'max', 'floor', 'ceil', 'round', 'trunc', 'sqrt', 'imul', 'fround', 'sign', 'clz32',
  'PI', 'E', 'LN2', 'LN10', 'LOG2E', 'LOG10E', 'SQRT2', 'SQRT1_2',
]

/** Globals that read a clock, a source of randomness or the machine, or that talk to it. */
const OUTSIDE: readonly string[] = [
  'Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame', 'console', 'crypto',
  'process', 'globalThis', 'window', 'self', 'document', 'navigator', 'fetch', 'eval', 'Intl',
]

type Report = (node: ts.Node, message: string) => void

export function checkDeterminism(file: SourceFile): Problem[] {
  const problems: Problem[] = []
  const { tree } = file
  if (!tree || !isIn(file.path, 'src', 'scenes')) return problems
  const report: Report = (node, message) => void problems.push(problemAt(file, node, 'determinism', message))
  const declared = namesDeclaredIn(tree)

  walk(tree, (node) => {
    if (ts.isBinaryExpression(node)) checkPower(node, report)
    if (!ts.isIdentifier(node) || !isReference(node)) return
    if (node.text === 'Math') checkMath(node, report)
    else if (OUTSIDE.includes(node.text) && !declared.has(node.text)) {
      report(node, `${node.text} reaches outside the simulation; a world depends on its inputs only.`)
    }
  })
  return problems
}

function checkPower(node: ts.BinaryExpression, report: Report): void {
  const operator = node.operatorToken.kind
  if (operator === ts.SyntaxKind.AsteriskAsteriskToken || operator === ts.SyntaxKind.AsteriskAsteriskEqualsToken) {
    // A literal power of two is exact in every engine and reads better than its digits.
    if (ts.isNumericLiteral(node.left) && node.left.text === '2' && ts.isNumericLiteral(node.right)) return
    report(node, 'The power operator is not exactly specified; multiply, or use pow of deterministic-math.')
  }
}

function checkMath(node: ts.Identifier, report: Report): void {
  const { parent } = node
  let member: string | null = null
  if (ts.isPropertyAccessExpression(parent)) member = parent.name.text
  else if (ts.isElementAccessExpression(parent) && ts.isStringLiteralLike(parent.argumentExpression)) {
    member = parent.argumentExpression.text
  }
  if (member === null) report(node, 'Math is used as a value; name the function, so that it can be checked.')
  else if (!EXACT_MATH.includes(member)) report(parent, `Math.${member} is not exactly specified by the language; use deterministic-math.`)
}

/** Names that the file itself declares: a parameter called `self` is not the global. */
function namesDeclaredIn(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>()
  walk(tree, (node) => {
    const isDeclaration = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node) || ts.isImportSpecifier(node)
    if ((isDeclaration || ts.isFunctionDeclaration(node)) && node.name && ts.isIdentifier(node.name)) names.add(node.name.text)
  })
  return names
}

/** Whether an identifier names a variable, rather than a property, a declared name or a type member. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isQualifiedName(parent)) return parent.left === node
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false
  if (ts.isBindingElement(parent)) return parent.initializer === node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  const named = parent as ts.Node & { name?: ts.Node }
  return named.name !== node || ts.isShorthandPropertyAssignment(parent)
}
