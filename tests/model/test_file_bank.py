"""Every model of the bank survives being written to a file and opened again."""

import json

import jsonschema
import pytest

from multibond.bank import load, names
from multibond.equations.system import system
from multibond.graph.flat import flatten
from multibond.model.file import describe, dumps, loads, schema


@pytest.fixture(scope="module")
def validator():
    return jsonschema.Draft202012Validator(schema())


@pytest.mark.parametrize("form", ["yaml", "json"])
@pytest.mark.parametrize("name", names())
def test_bank_models_survive_files(name, form, validator):
    model = load(name)
    text = dumps(model, form)
    again = loads(text, form)
    assert describe(again) == describe(model)
    assert str(flatten(again)) == str(flatten(model))
    assert str(system(flatten(again))) == str(system(flatten(model)))
    assert again.stop == model.stop
    if form == "json":
        validator.validate(json.loads(text))
