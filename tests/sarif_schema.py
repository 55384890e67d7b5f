"""The parts of SARIF 2.1.0 (OASIS Standard, 27 March 2020) that pincite writes, as a JSON Schema of our own.

Each object allows the properties named here alone, a subset of those in the standard's section of the same name, with
the standard's types, enumerations, minimums and required properties: what passes here passes the published schema.
"""

TEXT = {"type": "string"}
MESSAGE = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": TEXT},
    "additionalProperties": False,
}  # 3.11, 3.12
LEVEL = {"enum": ["none", "note", "warning", "error"]}  # 3.27.10, 3.58.6


def closed(required, **properties):
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


def listed(item):
    return {"type": "array", "items": item}


RULE = closed(["id"], id=TEXT, shortDescription=MESSAGE, fullDescription=MESSAGE, help=MESSAGE)  # 3.49
DRIVER = closed(["name"], name=TEXT, version=TEXT, rules={**listed(RULE), "uniqueItems": True})  # 3.19
ARTIFACT = closed([], uri={**TEXT, "format": "uri-reference"}, uriBaseId=TEXT, description=MESSAGE)  # 3.4
FROM_1 = {"type": "integer", "minimum": 1}
PLACE = closed(["artifactLocation"], artifactLocation=ARTIFACT, region=closed([], startLine=FROM_1, startColumn=FROM_1))
RESULT = closed(  # 3.27
    ["message"],
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=MESSAGE,
    locations=listed(closed([], physicalLocation=PLACE)),  # 3.28, 3.29, 3.30
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
)
NOTIFICATION = closed(["message"], level=LEVEL, message=MESSAGE)  # 3.58
INVOCATION = closed(  # 3.20
    ["executionSuccessful"], executionSuccessful={"type": "boolean"}, toolExecutionNotifications=listed(NOTIFICATION)
)
RUN = closed(  # 3.14
    ["tool"],
    tool=closed(["driver"], driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    originalUriBaseIds={"type": "object", "additionalProperties": ARTIFACT},
    invocations=listed(INVOCATION),
    results=listed(RESULT),
)
SCHEMA = closed(  # 3.13
    ["version", "runs"],
    **{"$schema": {**TEXT, "format": "uri"}, "version": {"enum": ["2.1.0"]}, "runs": listed(RUN)},
)
