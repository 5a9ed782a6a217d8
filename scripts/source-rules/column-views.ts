// Column views are fetched from `table.columns` at function entry and never stored: when memory grows every view is replaced, and an
// old one reads stale numbers without a word. This finds views that outlive the function that fetched them, in a field or a module
// variable. It does not follow views through calls or closures.
import ts from 'typescript'
import { isIn, problemAt, type Problem, type SourceFile } from './problem.ts'

/** Methods of a typed array that give another view of the same memory. */
const VIEW_METHODS: readonly string[] = ['subarray']

/** Names that hold column views in one function, with the function around it. */
interface Scope {
  readonly views: Set<string>
  readonly locals: Set<string>
  readonly outer: Scope | null
}

const ADVICE = 'Fetch columns at function entry; stored views go stale when memory grows.'

export function checkColumnViews(file: SourceFile): Problem[] {
  const problems: Problem[] = []
  if (!file.tree || !isIn(file.path, 'src')) return problems
  const report = (node: ts.Node, what: string): void => void problems.push(problemAt(file, node, 'stored-columns', `${what} ${ADVICE}`))
  visit(file.tree, { views: new Set(), locals: new Set(), outer: null })
  return problems

  function visit(node: ts.Node, scope: Scope): void {
    if (ts.isPropertyDeclaration(node)) {
      if (node.initializer && holdsView(node.initializer, scope)) report(node, `The field '${node.name.getText()}' keeps a column view.`)
    } else if (ts.isVariableDeclaration(node)) {
      declare(node, scope)
    } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      assign(node, scope)
    }
    const inner = ts.isFunctionLike(node) ? { views: new Set<string>(), locals: new Set<string>(), outer: scope } : scope
    if (ts.isFunctionLike(node)) for (const parameter of node.parameters) addNames(parameter.name, inner.locals)
    ts.forEachChild(node, (child) => visit(child, inner))
  }

  function declare(node: ts.VariableDeclaration, scope: Scope): void {
    addNames(node.name, scope.locals)
    if (!node.initializer || !holdsView(node.initializer, scope)) return
    if (scope.outer === null) report(node, `The module variable '${node.name.getText()}' keeps a column view.`)
    else addNames(node.name, scope.views)
  }

  function assign(node: ts.BinaryExpression, scope: Scope): void {
    if (!holdsView(node.right, scope)) return
    const target = strip(node.left)
    if (isFieldOfThis(target)) report(node, `'${target.getText()}' keeps a column view.`)
    else if (ts.isIdentifier(target)) {
      const owner = ownerOf(target.text, scope)
      if (owner === null || owner.outer === null) report(node, `The module variable '${target.text}' keeps a column view.`)
      else owner.views.add(target.text)
    }
  }
}

/** Whether the value of an expression is, or contains, a view of a column or the columns themselves. */
function holdsView(expression: ts.Expression, scope: Scope): boolean {
  const node = strip(expression)
  if (isColumns(node)) return true
  if (ts.isIdentifier(node)) {
    const owner = ownerOf(node.text, scope)
    return owner !== null && owner.views.has(node.text)
  }
  if (ts.isPropertyAccessExpression(node)) return isColumns(strip(node.expression)) || isNamedView(node, scope)
  if (ts.isElementAccessExpression(node)) return isColumns(strip(node.expression))
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    return VIEW_METHODS.includes(node.expression.name.text) && holdsView(node.expression.expression, scope)
  }
  if (ts.isConditionalExpression(node)) return holdsView(node.whenTrue, scope) || holdsView(node.whenFalse, scope)
  if (ts.isArrayLiteralExpression(node)) return node.elements.some((element) => holdsView(element, scope))
  if (ts.isSpreadElement(node)) return holdsView(node.expression, scope)
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.some((property) => {
      if (ts.isPropertyAssignment(property)) return holdsView(property.initializer, scope)
      if (ts.isShorthandPropertyAssignment(property)) return holdsView(property.name, scope)
      return ts.isSpreadAssignment(property) && holdsView(property.expression, scope)
    })
  }
  return false
}

/** `table.columns`. */
function isColumns(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'columns'
}

/** `bodies.position` where `bodies` was fetched from `table.columns`; a length or another number of a view is no view. */
function isNamedView(node: ts.PropertyAccessExpression, scope: Scope): boolean {
  const object = strip(node.expression)
  if (!ts.isIdentifier(object) || ['length', 'byteLength', 'byteOffset'].includes(node.name.text)) return false
  const owner = ownerOf(object.text, scope)
  return owner !== null && owner.views.has(object.text)
}

function isFieldOfThis(node: ts.Expression): boolean {
  let at = node
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) at = strip(at.expression)
  return at !== node && at.kind === ts.SyntaxKind.ThisKeyword
}

function ownerOf(name: string, scope: Scope): Scope | null {
  for (let at: Scope | null = scope; at !== null; at = at.outer) if (at.locals.has(name)) return at
  return null
}

function addNames(name: ts.BindingName, names: Set<string>): void {
  if (ts.isIdentifier(name)) names.add(name.text)
  else for (const element of name.elements) if (ts.isBindingElement(element)) addNames(element.name, names)
}

/** The expression without parentheses, type assertions and non-null marks. */
function strip(node: ts.Expression): ts.Expression {
  let at = node
  while (ts.isParenthesizedExpression(at) || ts.isAsExpression(at) || ts.isNonNullExpression(at) || ts.isSatisfiesExpression(at)) {
    at = at.expression
  }
  return at
}
