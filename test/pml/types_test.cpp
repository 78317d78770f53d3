//===- types_test.cpp - unification and printing of types -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "pml/types/print_type.h"
#include "pml/types/realise.h"
#include "pml/types/share.h"
#include "pml/types/substitute.h"
#include "pml/types/unify.h"
#include "support.h"

namespace tactus::pml::test {
namespace {

struct Types : testing::Test {
  Arena arena;
  TypeFactory types{arena};
  Unifier unifier;
  Type *integer = types.constructed(types.name(Symbol("int"), 0, true, {}));
  Type *string = types.constructed(types.name(Symbol("string"), 0, true, {}));
  TypeName *list = types.name(Symbol("list"), 1, true, {});
};

TEST_F(Types, Printing) {
  Type *a = types.variable(1), *b = types.variable(1);
  Type *function =
      types.function(types.tuple({a, types.function(b, a)}), types.constructed(list, {types.tuple({a, b})}));
  EXPECT_EQ(show(function), "'a * ('b -> 'a) -> ('a * 'b) list");
  EXPECT_EQ(show(types.function(types.function(a, b), a)), "('a -> 'b) -> 'a");
  EXPECT_EQ(show(types.tuple({types.tuple({a, a}), integer})), "('a * 'a) * int");
  EXPECT_EQ(show(types.record({{Symbol("b"), integer}, {Symbol("a"), a}})), "{a: 'a, b: int}");
  EXPECT_EQ(show(types.unit()), "unit");
}

TEST_F(Types, AConflictLeavesNothingBehind) {
  TypeVariable *a = types.variable(1);
  Type *left = types.tuple({a, integer}), *right = types.tuple({string, string});
  EXPECT_TRUE(unifier.unify(left, right).has_value());
  EXPECT_EQ(as<TypeVariable>(a), a) << "a was bound to string before the conflict";
  EXPECT_FALSE(unifier.unify(a, integer).has_value());
}

/// As a tree it has two to the power 60 leaves.
Type *doubled(TypeFactory &types, Type *leaf) {
  for (int level = 0; level < 60; ++level)
    leaf = types.tuple({leaf, leaf});
  return leaf;
}

TEST_F(Types, SharedPartsAreUnifiedOnce) {
  TypeVariable *a = types.variable(1), *b = types.variable(1);
  Type *left = doubled(types, types.tuple({a, integer})), *right = doubled(types, types.tuple({string, b}));
  EXPECT_FALSE(unifier.unify(left, right).has_value());
  EXPECT_EQ(resolve(a), string);
  EXPECT_EQ(resolve(b), integer);
  EXPECT_TRUE(unifier.unify(left, doubled(types, types.tuple({string, string}))).has_value());
  EXPECT_FALSE(unifier.requireEquality(left).has_value());
}

TEST_F(Types, SharedPartsAreSearchedOnce) {
  TypeVariable *outer = types.variable(1), *inner = types.variable(3);
  EXPECT_FALSE(unifier.unify(outer, doubled(types, inner)).has_value());
  EXPECT_EQ(inner->level, 1u);
  EXPECT_TRUE(unifier.unify(inner, doubled(types, inner)).has_value()) << "it would contain itself";
  // What is equal by now only: the variable is in the other type.
  TypeVariable *first = types.variable(1), *second = types.variable(1);
  EXPECT_TRUE(unifier
                  .unify(doubled(types, types.tuple({first, second})),
                         doubled(types, types.tuple({types.tuple({second, integer}), first})))
                  .has_value());
  EXPECT_EQ(as<TypeVariable>(first), first);
}

TEST_F(Types, CopiesShareWhatIsShared) {
  TypeVariable *bound = types.generic(Symbol("'a"), false);
  std::vector<Type *> instances;
  Type *copy = instantiate(types, {{bound}, doubled(types, bound)}, 1, {}, instances);
  EXPECT_FALSE(unifier.unify(copy, doubled(types, integer)).has_value());
  EXPECT_EQ(resolve(instances[0]), integer);
  Type *closed = doubled(types, integer);
  EXPECT_EQ(instantiate(types, {{bound}, closed}, 1, {}, instances), closed) << "nothing in it changes";
}

TEST_F(Types, EqualPartsBecomeOne) {
  TypeVariable *a = types.variable(1);
  auto pair = [&] { return types.function(types.constructed(list, {a}), types.record({{Symbol("x"), a}})); };
  Type *first = pair(), *second = pair();
  auto *shared = as<RecordType>(Sharer(types).share(types.tuple({first, second, types.tuple({first, string})})));
  EXPECT_EQ(shared->fields[0].type, shared->fields[1].type);
  EXPECT_EQ(as<RecordType>(shared->fields[2].type)->fields[0].type, shared->fields[0].type);
  EXPECT_EQ(show(shared), "('a list -> {x: 'a}) * ('a list -> {x: 'a}) * (('a list -> {x: 'a}) * string)");
  EXPECT_NE(as<FunctionType>(shared->fields[0].type)->from, as<FunctionType>(shared->fields[0].type)->to);
}

TEST_F(Types, LevelsSink) {
  TypeVariable *outer = types.variable(1), *inner = types.variable(3);
  EXPECT_FALSE(unifier.unify(outer, types.constructed(list, {inner})).has_value());
  EXPECT_EQ(inner->level, 1u);
}

TEST_F(Types, RigidVariablesDoNotSink) {
  TypeVariable *outer = types.variable(1), *rigid = types.rigid(Symbol("'a"), 2, {});
  EXPECT_TRUE(unifier.unify(outer, types.constructed(list, {rigid})).has_value());
  EXPECT_FALSE(unifier.unify(types.variable(2), rigid).has_value());
}

TEST_F(Types, RowsAreMerged) {
  TypeVariable *first = types.variable(1), *second = types.variable(1);
  Type *field = types.variable(1);
  first->row = {{Symbol("a"), field}};
  second->row = {{Symbol("b"), string}};
  EXPECT_FALSE(unifier.unify(first, second).has_value());
  EXPECT_TRUE(unifier.unify(first, types.record({{Symbol("a"), integer}})).has_value());
  EXPECT_FALSE(unifier.unify(second, types.record({{Symbol("a"), integer}, {Symbol("b"), string}})).has_value());
  EXPECT_EQ(show(field), "int");
}

TEST_F(Types, LabelsAreDifferent) {
  Type *twice = types.record({{Symbol("a"), integer}, {Symbol("a"), string}});
  EXPECT_EQ(as<RecordType>(twice)->fields.size(), 1u);
}

TEST_F(Types, ARowDoesNotContainItself) {
  TypeVariable *record = types.variable(1), *other = types.variable(1);
  record->row = {{Symbol("a"), other}};
  EXPECT_TRUE(unifier.unify(record, other).has_value());
}

TEST_F(Types, EqualityIsHandedOn) {
  TypeVariable *variable = types.variable(1), *element = types.variable(1);
  variable->admitsEquality = true;
  EXPECT_FALSE(unifier.unify(variable, types.constructed(list, {element})).has_value());
  EXPECT_TRUE(element->admitsEquality);
  EXPECT_TRUE(unifier.unify(element, types.function(integer, integer)).has_value());
}

/// `sig structure A : sig val x : t -> u end structure B : sig val y : string end end`, where t and u are open.
TEST_F(Types, EnvironmentsAreRealisedStepByStep) {
  TypeName *t = types.name(Symbol("t"), 0, false, {}), *u = types.name(Symbol("u"), 0, false, {});
  auto value = [&](Type *type) {
    auto *info = arena.make<ValueInfo>();
    info->scheme.type = type;
    return info;
  };
  Environment a, b, both;
  a.set(Symbol("x"), value(types.function(types.constructed(t), types.constructed(u))));
  b.set(Symbol("y"), value(string));
  both.set(Symbol("A"), &a);
  both.set(Symbol("B"), &b);
  const TypeFunction made{{}, integer};
  const Environment *first = realise(arena, types, both, {{t, types.functionOf(u)}});
  const Environment *second = realise(arena, types, *first, {{u, &made}});
  EXPECT_EQ(show(first->structure(Symbol("A"))->value(Symbol("x"))->scheme.type), "u -> u");
  EXPECT_EQ(show(second->structure(Symbol("A"))->value(Symbol("x"))->scheme.type), "int -> int");
  EXPECT_EQ(second->structure(Symbol("A")), second->structures().find(Symbol("A"))) << "it is made once";
  EXPECT_EQ(second->structure(Symbol("B")), &b) << "nothing changes in it";
  EXPECT_EQ(second->original(), &both);
  EXPECT_EQ(namesBornSince(*first, t->birth), std::vector{u});
  EXPECT_TRUE(namesBornSince(*second, t->birth).empty());
  // An addition leaves what it is made from as it is.
  const_cast<Environment *>(second)->set(Symbol("z"), value(string));
  EXPECT_EQ(second->original(), nullptr);
  EXPECT_EQ(both.value(Symbol("z")), nullptr);
}

} // namespace
} // namespace tactus::pml::test
