// The names that users of an entry may write: what it exports, and every member and literal that its types lead to. Private and protected
// members are not among them, nor is the world's inner state, which handles are made with.
import ts from 'typescript'
import { PROJECT_ROOT } from './aliases.ts'

/** Types that stand in public signatures but are closed to users. */
const INNER_TYPES = ['WorldState', 'Table', 'Terms']

const INNER = ts.ModifierFlags.Private | ts.ModifierFlags.Protected

/** All names that the entry's types promise. */
export function publicNames(entry: string): Set<string> {
  const { config } = ts.readConfigFile(`${PROJECT_ROOT}tsconfig.json`, (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, PROJECT_ROOT)
  const program = ts.createProgram([`${PROJECT_ROOT}${entry}`], options)
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(`${PROJECT_ROOT}${entry}`)!
  const names = new Set<string>()
  const seen = new Set<ts.Type>()

  for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(file)!)) {
    names.add(exported.name)
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (symbol.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbolAtLocation(symbol, file))
    if (symbol.flags & ts.SymbolFlags.Type) visit(checker.getDeclaredTypeOfSymbol(symbol))
  }
  return names

  function visit(type: ts.Type): void {
    if (seen.has(type)) return
    seen.add(type)
    type.aliasTypeArguments?.forEach(visit)
    if (INNER_TYPES.includes((type.aliasSymbol ?? type.getSymbol())?.name ?? '')) return
    if (type.flags & ts.TypeFlags.Object) visitObject(type as ts.ObjectType)
    else if (type.isUnionOrIntersection()) type.types.forEach(visit)
    else if (type.isStringLiteral()) names.add(type.value)
    else if (type.isTypeParameter()) visit(checker.getBaseConstraintOfType(type) ?? type)
  }

  function visitObject(type: ts.ObjectType): void {
    if (type.objectFlags & ts.ObjectFlags.Reference) checker.getTypeArguments(type as ts.TypeReference).forEach(visit)
    // The language's own names are kept anyway.
    const [declaration] = type.getSymbol()?.declarations ?? []
    if (declaration && program.isSourceFileDefaultLibrary(declaration.getSourceFile())) return
    for (const member of type.getProperties()) {
      if (member.declarations?.some((one) => ts.getCombinedModifierFlags(one) & INNER)) continue
      names.add(member.name)
      visit(checker.getTypeOfSymbolAtLocation(member, file))
    }
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.parameters) visit(checker.getTypeOfSymbolAtLocation(parameter, file))
      visit(signature.getReturnType())
    }
    for (const { type: element } of checker.getIndexInfosOfType(type)) visit(element)
  }
}
