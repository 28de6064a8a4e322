#include "write_contact.hpp"

#include "write_fields.hpp"

namespace treadle {

namespace {

Value write_names(const std::vector<std::string>& names) {
  Value list = Value::list();
  for (const std::string& name : names) list.add(name);
  return list;
}

}  // namespace

Value write_contact(const ContactItem& item) {
  const ContactItem usual;
  Value object = Value::object();
  object.set("name", item.name).set("of", write_names(item.of));
  if (!item.with.empty()) object.set("with", write_names(item.with));
  if (!item.planes.empty()) {
    Value planes = Value::list();
    for (const ContactPlane& plane : item.planes) {
      Value one = Value::object();
      one.set("point", Value::list_of(plane.point)).set("normal", Value::list_of(plane.normal));
      planes.add(std::move(one));
    }
    object.set("planes", std::move(planes));
  }
  set_number(object, "stiffness", item.stiffness);
  set_number(object, "young", item.young);
  set_number(object, "poisson", item.poisson, usual.poisson);
  set_number(object, "damping", item.damping);
  set_number(object, "restitution", item.restitution);
  set_number(object, "resting_speed", item.resting_speed, usual.resting_speed);
  set_number(object, "friction", item.friction, usual.friction);
  set_number(object, "stick_stiffness", item.stick_stiffness);
  set_number(object, "rolling", item.rolling, usual.rolling);
  return object;
}

}  // namespace treadle
