// What a doc comment of the public API must say: it is there; an option tells its default or what happens without it; a number and a vector tell
// their unit, or that they have none.
import ts from 'typescript'

export interface DocProblem {
  /** Such as `Body.position`. */
  readonly name: string
  readonly rule: 'missing' | 'default' | 'unit'
}

/** A default, or what happens without the option. */
const DEFAULT = /\bdefaults?\b|\bleft out\b|\bomitted\b|\bwithout it\b/i

/** A unit of the SI, or of a program: m, m/s², N m s/rad, ms, bytes. */
const SYMBOL = /(?<![\w'])(?:kg|m|s|ms|N|J|Hz|rad|1\/s|°)(?:[²³]|\/(?:s|m|kg|rad)[²³]?)?(?:\s(?:m|s|rad)[²³]?(?:\/(?:rad|s|m)[²³]?)?)*(?![\w'])/
const UNIT_WORD = /\b(?:seconds?|milliseconds|met(?:re|er)s?|radians?|bytes?|hertz|revolutions per minute|units?)\b/i
/** Words of numbers without a unit. */
const PURE = /\b(?:count|ratio|share|coefficient|factor|index|bits|direction|pure number|stable number)\b|0 … 1/i

/** A type whose comment begins so says it of all its numbers. */
const COUNTS = /^Counts\b/

/** Types whose values are physical quantities. */
const QUANTITY = /^(?:Readonly<)?(?:number|Vec2|Vec3)>?(?: \| (?:null|undefined))?$/

function docOf(node: ts.Node): string {
  const holder = ts.isVariableDeclaration(node) ? node.parent.parent : node
  // Before it may stand the head of its file.
  const doc = ts.getJSDocCommentsAndTags(holder).findLast(ts.isJSDoc)
  return (ts.getTextOfJSDocComment(doc?.comment) ?? '').trim()
}

function isPrivate(node: ts.Node): boolean {
  if (!ts.canHaveModifiers(node)) return false
  return (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword || kind === ts.SyntaxKind.ProtectedKeyword)
}

type Member = ts.ClassElement | ts.TypeElement

/** Problems of a declaration and of everything that is listed in it. */
export function checkDocs(name: string, declaration: ts.Declaration): DocProblem[] {
  const problems: DocProblem[] = []
  const doc = docOf(declaration)
  if (doc === '') problems.push({ name, rule: 'missing' })
  const counted = COUNTS.test(doc)
  const visit = (node: ts.Node, owner: string): void => {
    if (ts.isClassElement(node) || ts.isTypeElement(node)) {
      if (isPrivate(node)) return
      const path = `${owner}.${ts.isConstructorDeclaration(node) ? 'constructor' : (node.name?.getText() ?? '()')}`
      problems.push(...checkMember(path, node, counted))
      ts.forEachChild(node, (child) => visit(child, path))
      return
    }
    ts.forEachChild(node, (child) => visit(child, owner))
  }
  ts.forEachChild(declaration, (child) => visit(child, name))
  return problems
}

function checkMember(name: string, member: Member, counted: boolean): DocProblem[] {
  // The doc of a property with a getter and a setter stands at the getter; that of a method with several signatures at the first.
  if (ts.isSetAccessorDeclaration(member) || ts.isIndexSignatureDeclaration(member) || isLaterSignature(member)) return []
  if (ts.isConstructorDeclaration(member) && member.parameters.length === 0) return []
  const doc = docOf(member)
  if (doc === '') return [{ name, rule: 'missing' }]
  const problems: DocProblem[] = []
  if (ts.isPropertySignature(member) && member.questionToken && !DEFAULT.test(doc)) problems.push({ name, rule: 'default' })
  if (isQuantity(member) && !counted && !SYMBOL.test(doc) && !UNIT_WORD.test(doc) && !PURE.test(doc)) problems.push({ name, rule: 'unit' })
  return problems
}

function isLaterSignature(member: Member): boolean {
  if (!ts.isMethodDeclaration(member) && !ts.isMethodSignature(member)) return false
  const siblings = (member.parent as ts.ClassLikeDeclaration | ts.InterfaceDeclaration).members as ts.NodeArray<Member>
  return siblings.find((other) => other.name?.getText() === member.name.getText()) !== member
}

function isQuantity(member: Member): boolean {
  if (!ts.isPropertySignature(member) && !ts.isPropertyDeclaration(member) && !ts.isGetAccessorDeclaration(member)) return false
  return member.type !== undefined && QUANTITY.test(member.type.getText())
}
